import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../../../server/testing/free-port.ts';

/**
 * refused: nothing listens; silent: connections are accepted, but no byte follows; later: 4xx for every mail, after its
 * text; later-for-one, never-for-one: 4xx and 5xx for the addresses that begin with `later` and `gone`.
 */
export type Trouble = 'none' | 'refused' | 'silent' | 'later' | 'later-for-one' | 'never-for-one';

/** One mail that the server accepted with 250; a repeat of it has the same id. */
export interface Accepted {
  id: string;
  recipient: string;
  at: number;
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** A real SMTP server behind a port that can also be closed or silent. */
export class FaultySmtp {
  readonly accepted: Accepted[] = [];
  readonly url: string;
  /** Milliseconds that the server takes for one mail. */
  delayMs = 0;
  private readonly port: number;
  private readonly inner: SMTPServer;
  private readonly sockets = new Set<Socket>();
  private front: Server | null = null;
  private trouble: Trouble = 'none';

  private constructor(port: number) {
    this.port = port;
    this.url = `smtp://127.0.0.1:${port}`;
    this.inner = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => done(this.refusalOf(address)),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          void sleep(this.delayMs).then(() => {
            if (this.trouble === 'later') return done(reply(451, 'Try again later'));
            const id = /^message-id: *<(.+)>/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
            for (const { address } of envelope.rcptTo)
              this.accepted.push({ id, recipient: address, at: performance.now() });
            done();
          });
        });
      },
    });
    // A client that was killed.
    this.inner.on('error', () => undefined);
  }

  static async open(): Promise<FaultySmtp> {
    const smtp = new FaultySmtp(await freePort());
    smtp.inner.listen(0, '127.0.0.1');
    await once(smtp.inner.server, 'listening');
    await smtp.setTrouble('none');
    return smtp;
  }

  private refusalOf(address: string): Error | null {
    if (this.trouble === 'later-for-one' && address.startsWith('later')) return reply(451, 'Greylisted');
    if (this.trouble === 'never-for-one' && address.startsWith('gone')) return reply(550, 'No such user');
    return null;
  }

  /** Sets the trouble for new connections; existing ones are cut. */
  async setTrouble(trouble: Trouble): Promise<void> {
    this.trouble = trouble;
    for (const socket of this.sockets) socket.destroy();
    const { front } = this;
    if (front !== null) {
      front.close();
      await once(front, 'close');
    }
    this.front = null;
    if (trouble === 'refused') return;
    this.front = createServer((socket) => this.take(socket, trouble === 'silent'));
    this.front.listen(this.port, '127.0.0.1');
    await once(this.front, 'listening');
  }

  private take(socket: Socket, isSilent: boolean): void {
    this.hold(socket);
    if (isSilent) return void socket.resume();
    const inner = connect((this.inner.server.address() as AddressInfo).port, '127.0.0.1');
    this.hold(inner);
    socket.once('close', () => inner.destroy());
    inner.once('close', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  }

  private hold(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
  }

  async close(): Promise<void> {
    await this.setTrouble('refused');
    this.inner.close();
  }
}

// Stub of a mail server and a push service, in a separate process; the parent reads ports and counts.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
// A test certificate that comes with the package; nothing trusts it.
import tlsOptions from 'smtp-server/lib/tls-options.js';

export interface Received {
  mails: number;
  pushes: number;
  /** Position of the last mail about an account among all mails, from 1. */
  lastAccountMail: number;
}

const received: Received = { mails: 0, pushes: 0, lastAccountMail: 0 };

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    stream.resume();
    stream.on('end', () => {
      received.mails += 1;
      if (envelope.rcptTo[0]?.address.startsWith('account')) received.lastAccountMail = received.mails;
      done();
    });
  },
});
const { key, cert } = tlsOptions() as { key: string; cert: string };
const push = createServer({ key, cert }, (request, response) => {
  request.resume();
  request.on('end', () => {
    received.pushes += 1;
    response.writeHead(201).end();
  });
});

await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
await new Promise<void>((resolve) => push.listen(0, '127.0.0.1', resolve));
const portOf = (address: unknown) => (address as AddressInfo).port;
process.send?.({ smtpPort: portOf(smtp.server.address()), pushPort: portOf(push.address()) });
process.on('message', () => process.send?.(received));
process.on('disconnect', () => process.exit(0));

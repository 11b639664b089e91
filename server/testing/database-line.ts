import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to a test's database that can be made slow or silent. */
export interface DatabaseLine {
  url: string;
  /** Delay of everything that the database sends. */
  delayMs: number;
  /** While true, nothing arrives on either side, and neither is notified of that. */
  isSilent: boolean;
  stop(): void;
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const url = new URL(databaseUrl);
  const socketFolder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  const place = socketFolder === null ? { host: url.hostname, port } : { path: `${socketFolder}/.s.PGSQL.${port}` };
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(place);
    sockets.push(near, far);
    near.on('data', (bytes) => line.isSilent || far.write(bytes));
    far.on('data', (bytes) => {
      if (!line.isSilent) setTimeout(() => near.write(bytes), line.delayMs);
    });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.once('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const line: DatabaseLine = {
    url: String(url),
    delayMs: 0,
    isSilent: false,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return line;
}

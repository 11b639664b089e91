// The server that `uploads.ts` compares the portal with: it only writes every body to a file, and at `/flushed` flushes
// it to disk at the end.
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';

const folder = process.argv[2] as string;
mkdirSync(folder, { recursive: true });
let count = 0;

const server = createServer((request, response) => {
  pipeline(
    request,
    createWriteStream(join(folder, `${(count += 1)}`), { flush: request.url === '/flushed' }),
    (error) => {
      response.writeHead(error ? 500 : 201).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));

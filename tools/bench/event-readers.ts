// Opens many event streams to a server, each for a different user, and reads everything they receive.
import { connect } from 'node:net';

export interface ReadersTask {
  port: number;
  count: number;
}

/** Opens a stream; resolves when it is open. */
function openStream(port: number, userId: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${userId}\r\n\r\n`);
    socket.once('error', reject);
    socket.once('data', () => resolve());
    socket.resume();
  });
}

async function openAll({ port, count }: ReadersTask): Promise<void> {
  for (let userId = 1; userId <= count; userId += 1) await openStream(port, userId);
  process.send?.('open');
}

process.once('message', (task: ReadersTask) => void openAll(task));
process.once('disconnect', () => process.exit(0));

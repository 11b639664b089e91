import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const FIRST = 20_000;
const COUNT = 10_000;

/**
 * Returns a free port below the range used for outgoing connections, so that it is still free when a killed program
 * restarts.
 */
export async function lowPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).once('listening', () => resolve(true));
      probe.listen(port, '127.0.0.1');
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });

import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Myself } from './login.ts';
import { describeSent, sendOrder, type Order } from './order.ts';
import { read, type Portal } from './portal.ts';
import { EXIT, Failure, toPrintable, type Terminal } from './terminal.ts';
import { watchFolder, type WatchEvent } from './watched-folder.ts';

interface Watch {
  order: Order;
  /** In seconds. */
  settle: number;
  existing: boolean;
  /** Ends when everything that is there has been dealt with. */
  isOnce: boolean;
}

/** Without word from the portal, the folder is tried again after this long. */
const OUTAGE_SECONDS = 30;

/** Sends what appears in a folder until it is ended. */
export async function watch(
  terminal: Terminal,
  portal: Portal,
  folder: string,
  { order, settle, existing, isOnce }: Watch,
): Promise<void> {
  const { id, username } = await read<Myself>(portal, '/users/my');
  const ended = new AbortController();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  void Promise.race(signals.map((signal) => once(process, signal))).then(() => ended.abort());
  const unsent = new Set<string>();
  const watched = await watchFolder({
    folder: resolve(folder),
    account: `${portal.url}, user ${id}`,
    order,
    settleMs: settle * 1000,
    existing,
    now: () => performance.now(),
    send: (sending) => sendOrder(terminal, portal, sending),
    report: (event) => {
      if (event.event === 'sent' || event.event === 'sent_before') unsent.delete(event.file);
      else unsent.add(event.file);
      terminal.print(describe(event), event);
    },
  });
  const { passedOver } = watched;
  const left = passedOver === 0 ? '' : ` ${passedOver} that were there before are left out (--existing sends them).`;
  terminal.note(`Watching ${toPrintable(resolve(folder))} for ${username}.${left}`, {
    event: 'watching',
    folder,
    left_out: passedOver,
  });
  while (!ended.signal.aborted) {
    const looking = watched.look();
    const open = await (isOnce ? looking : looking.catch((error: unknown) => waitOut(error, terminal, ended.signal)));
    if (isOnce && open === 0) break;
    await wait(Math.min(1000, 250 + settle * 250), undefined, { signal: ended.signal }).catch(() => undefined);
  }
  if (isOnce && unsent.size > 0) throw new Failure(`Files that were not sent: ${unsent.size}.`, { code: 'not_sent' });
}

/** While the portal does not answer, the folder goes on being watched. */
async function waitOut(error: unknown, terminal: Terminal, signal: AbortSignal): Promise<number> {
  if (!(error instanceof Failure) || error.exitCode !== EXIT.unreachable) throw error;
  const seconds = Math.max(error.retryAfter, OUTAGE_SECONDS);
  terminal.note(`${error.message} The next attempt is in ${seconds} seconds.`, {
    event: 'waiting',
    message: error.message,
    seconds,
  });
  await wait(seconds * 1000, undefined, { signal }).catch(() => undefined);
  return 1;
}

function describe(event: WatchEvent): string {
  if (event.event === 'sent') return describeSent(event.file, event.reply);
  const name = toPrintable(event.file);
  if (event.event === 'sent_before')
    return `${name}: the same file was sent before${event.id === undefined ? '' : ` (id ${event.id})`}`;
  if (event.event === 'refused') return `${name}: refused: ${event.message}`;
  return `${name}: waits for ${event.missing.join(', ')}, as options or in ${name}.json`;
}

import type { Deps } from '../../../../server/http/call.ts';
import { writeSecurityEvents, type SecurityFields } from './security.ts';

/** Maximum number of waiting entries; any beyond that go to the structured log alone. */
const MAX_WAITING = 2000;

export interface EventQueue {
  /** Returns immediately; the entry is written later. */
  add(fields: SecurityFields): void;
  /** Resolves when everything is written. */
  settled(): Promise<void>;
}

/**
 * Writes entries one batch at a time. A batch has everything that arrived in the meantime, with equal entries merged: a
 * flood uses one connection and costs the database next to nothing.
 */
export function openEventQueue({ db, log }: Pick<Deps, 'db' | 'log'>): EventQueue {
  const waiting = new Map<string, { fields: SecurityFields; times: number }>();
  let writing: Promise<void> | undefined;

  const writeAll = async () => {
    while (waiting.size > 0) {
      const entries = [...waiting.values()];
      waiting.clear();
      try {
        await writeSecurityEvents(db, entries);
      } catch (error) {
        log.error({ err: error, entries: entries.length }, 'the security log could not be written');
      }
    }
  };
  return {
    add(fields) {
      const key = JSON.stringify(fields);
      const known = waiting.get(key);
      if (known) known.times += 1;
      else if (waiting.size < MAX_WAITING) waiting.set(key, { fields, times: 1 });
      writing ??= writeAll().finally(() => {
        writing = undefined;
      });
    },
    async settled() {
      await writing;
    },
  };
}

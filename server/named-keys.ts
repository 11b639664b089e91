import { isNamedKey as isNamedByFile } from '../portal/files/server/files.ts';
import { isShownKey } from '../portal/media/server/media.ts';
import { isSessionKey } from '../portal/dtc-off/server/sessions.ts';
import { isAttachedKey } from '../portal/tickets/server/tickets.ts';
import type { Deps } from './http/call.ts';

/** Of these storage keys, the ones that some row names. Every domain that stores bytes has to be asked. */
export async function isNamedKey(deps: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> {
  const named = await Promise.all([
    isNamedByFile(deps, keys),
    isAttachedKey(deps, keys),
    isSessionKey(deps, keys),
    isShownKey(deps, keys),
  ]);
  return new Set(named.flatMap((found) => [...found]));
}

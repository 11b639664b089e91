import { useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../../../web/client/session.ts';
import type { BinKind } from '../restore.calls.ts';

/** Returns how a deletion is taken back from the message about it; undefined for users who may not restore. */
export function useUndoDeletion(kind: BinKind): ((ids: readonly number[], name: string) => void) | undefined {
  const client = useQueryClient();
  const canRestore = useCan('bin.restore');
  if (!canRestore) return undefined;
  // Loaded when it is pressed, which is rare.
  return (ids, name) =>
    void import('./restore.ts').then(({ restoreDeleted }) => restoreDeleted(client, { kind, ids, name }));
}

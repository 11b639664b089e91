import type { QueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/client/api-error.ts';
import { call } from '../../../../web/client/call.ts';
import { t } from '../../../../web/languages/text.ts';
import { toast } from '../../../../web/ui/toast.tsx';
import { type BinKind, restoreFromBin } from '../restore.calls.ts';

export const BIN = ['bin'] as const;

/** A restored record may appear in any of these lists. */
export const LISTS_OF_RESTORED = [BIN, ['users'], ['files'], ['tickets'], ['solutions'], ['saved-replies']] as const;

/** `name` is empty for files that were chosen together. */
type Deleted = { kind: BinKind; ids: readonly number[]; name: string };

/** Takes these records back from the bin, and says so. */
export async function restoreDeleted(client: QueryClient, { kind, ids, name }: Deleted): Promise<void> {
  const outcomes = await Promise.allSettled(ids.map((id) => call(restoreFromBin, { kind, id })));
  for (const queryKey of LISTS_OF_RESTORED) void client.invalidateQueries({ queryKey });
  const restored = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  // Of several, some may have been left out of the deletion.
  if (restored > 0)
    toast.show(name ? t('staff.bin.restored', { name }) : t('staff.bin.restoredFiles', { count: restored }));
  else toast.show(messageFor(failure?.reason as Error, t('common.somethingWentWrong')), 'error');
}

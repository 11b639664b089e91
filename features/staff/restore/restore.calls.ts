import * as z from 'zod/mini';
import { Done, Id } from '../../../contract/fields.ts';
import { endpoint } from '../../../contract/endpoint.ts';

export const BIN_KINDS = ['USER', 'FILE', 'SOLUTION', 'SAVED_REPLY'] as const;

export const BinKind = z.enum(BIN_KINDS);
export type BinKind = z.output<typeof BinKind>;

export const restoreFromBin = endpoint({
  method: 'POST',
  path: '/bin/:kind/:id/restore',
  summary: 'Restore from the bin',
  description:
    'Restores the record as it was, a file together with its ticket. Sessions of a restored user remain ended. Only an administrator without a staff role restores staff.',
  who: 'bin.restore',
  input: z.object({ kind: BinKind, id: Id }),
  reply: Done,
  errors: ['bin.address_taken', 'colleagues.most', 'staff-roles.needs_everything'],
});

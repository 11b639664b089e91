import { type Label, textKey } from '../../contract/texts.ts';
import type { LedgerSource } from './credits.calls.ts';

/** What an entry was booked for, in words: the same in the table, its filter, the statement and CSV files. */
export const SOURCE_TEXTS: Readonly<Record<LedgerSource, Label>> = {
  Upload: textKey('credits.sourceUpload'),
  Refund: textKey('credits.sourceRefund'),
  Payment: textKey('credits.sourcePayment'),
  Admin: textKey('credits.sourceAdmin'),
  'DTC OFF': textKey('credits.sourceDtcOff'),
};

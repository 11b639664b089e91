import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Credits, Day, Id, RecordId } from '../../contract/fields.ts';
import { type Label, invalid, textKey } from '../../contract/texts.ts';
import { refusal, refusalWith } from '../../contract/refusal.ts';

export const LEDGER_SOURCES = ['Upload', 'Refund', 'Payment', 'Admin', 'DTC OFF'] as const;

export const LedgerSource = z.enum(LEDGER_SOURCES);
export type LedgerSource = z.output<typeof LedgerSource>;

/** MAIN is `credit_balance`, AI is `ai_credit_balance`; they never mix. */
export const Unit = z.enum(['MAIN', 'AI']);
export type Unit = z.output<typeof Unit>;

export const LedgerRow = z.object({
  id: RecordId,
  username: z.string(),
  /** The amount of this entry; negative when credits were taken. */
  credit_balance: Credits,
  /** What the account held after this entry. */
  balance_after: Credits,
  source: LedgerSource,
  unit: Unit,
  file_id: z.nullable(z.string()),
  /** Record id of that file; null where there is none to open. */
  open_file_id: z.nullable(RecordId),
  /** Record id of its user; null once the account is deleted. Only for administrators. */
  open_user_id: z.optional(z.nullable(RecordId)),
  /** The payment that the entry books. Only for administrators. */
  payment_reference: z.optional(z.nullable(z.string())),
  /** The colleague of the customer who caused it; null: the customer, staff or the portal. */
  ordered_by: z.optional(z.nullable(z.string())),
  /** Shown to the customer when there is more to know than the source shows. */
  note: z.nullable(z.string()),
  /** Why an administrator changed the balance. Only for administrators. */
  reason: z.optional(z.nullable(z.string())),
  /** True for a trial in the payment sandbox. */
  is_test: z.boolean(),
  created_at: z.string(),
});
export type LedgerRow = z.output<typeof LedgerRow>;

/** The four totals cover MAIN and add up to the balance or balances; `upload` includes DTC OFF. */
export const Ledger = z.object({
  credits_ledger: z.array(LedgerRow),
  total_rows: z.int(),
  admin: Credits,
  refund: Credits,
  paypal: Credits,
  upload: Credits,
  /** The part of `upload` that was spent on DTC OFF. */
  dtc_off: Credits,
});
export type Ledger = z.output<typeof Ledger>;

const whole = (name: string, fallback: number) =>
  z.pipe(
    z._default(z.union([z.string(), z.number()]), fallback),
    z.pipe(
      z.transform((value: string | number) => (value === '' ? Number.NaN : Number(value))),
      z
        .int(invalid('errors.fields.whole_number', { name }))
        .check(z.minimum(0, invalid('errors.fields.at_least', { name, least: 0 }))),
    ),
  );

const page = {
  /** Rows per page, 1 to 100; a value outside that range is replaced by the nearest limit. */
  limit: whole('limit', 25),
  /** Rows to skip. */
  offset: whole('offset', 0),
};

/** A day such as 2026-11-20; an empty text means no day. */
const day = z.optional(
  z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => undefined),
    ),
    Day,
  ]),
);

/** Both days are inclusive. The totals ignore this filter: they are the balance. */
const narrowed = {
  source: z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      LedgerSource,
    ]),
  ),
  from: day,
  to: day,
};

export const listLedger = endpoint({
  method: 'GET',
  path: '/credits-ledger',
  summary: 'List ledger entries',
  description: 'Entries of all customers, newest first, one page at a time.',
  who: 'ledger.read-all',
  input: z.object({ ...page, ...narrowed }),
  reply: Ledger,
});

export const listUserLedger = endpoint({
  method: 'GET',
  path: '/credits-ledger/:userId',
  summary: 'List ledger entries of a customer',
  description: 'Entries of one customer, newest first. Customers see their own.',
  who: 'signed-in',
  input: z.object({ userId: Id, ...page, ...narrowed }),
  reply: Ledger,
});

export const downloadLedger = endpoint({
  method: 'GET',
  path: '/credits-ledger/csv',
  summary: 'Download ledger entries as CSV',
  description: 'Entries of all customers that match the filter, for a spreadsheet.',
  who: 'ledger.read-all',
  needsFreshSignIn: true,
  input: z.object(narrowed),
  reply: 'bytes',
});

export const downloadUserLedger = endpoint({
  method: 'GET',
  path: '/credits-ledger/:userId/csv',
  summary: 'Download ledger entries of a customer as CSV',
  description: 'All entries of one customer, for a spreadsheet.',
  who: 'signed-in',
  input: z.object({ userId: Id }),
  reply: 'bytes',
});
export const balanceChanged = refusalWith<{ balance: { cents: number } }>(
  'errors.credits.balance_changed',
  'credit_balance',
);
export const periodBackwards = refusal('errors.credits.period_backwards', 'from');
export const periodTooLong = refusal('errors.credits.period_too_long', 'from');

/** What an entry was booked for, in words: the same in the table, its filter, the statement and CSV files. */
export const SOURCE_TEXTS: Readonly<Record<LedgerSource, Label>> = {
  Upload: textKey('credits.sourceUpload'),
  Refund: textKey('credits.sourceRefund'),
  Payment: textKey('credits.sourcePayment'),
  Admin: textKey('credits.sourceAdmin'),
  'DTC OFF': textKey('credits.sourceDtcOff'),
};

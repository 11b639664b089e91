import { invalid } from '../../contract/texts.ts';
import * as z from 'zod/mini';
import { Credits, Day, Id, RecordId, downloadOf } from '../../contract/fields.schemas.ts';
import { LEDGER_SOURCES } from './credits.list.ts';

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

export const listLedger = {
  input: z.object({ ...page, ...narrowed }),
  reply: Ledger,
};

export const listUserLedger = {
  input: z.object({ userId: Id, ...page, ...narrowed }),
  reply: Ledger,
};

export const downloadLedger = downloadOf(z.object(narrowed));

export const downloadUserLedger = downloadOf(z.object({ userId: Id }));

import * as z from 'zod/mini';
import { invalid } from '../../contract/texts.ts';
import { readMoney, type Ambiguous } from './money.rules.ts';

type Amount = z.ZodMiniType<number, number>;

/* @__NO_SIDE_EFFECTS__ */
const typed = (notMoney: string, amount: Amount) => z.union([amount, z.string()], notMoney);

const bothReadings = (text: string, { grouped, decimal }: Ambiguous) =>
  invalid('errors.fields.amount_ambiguous', { text, grouped, decimal });

/* @__NO_SIDE_EFFECTS__ */
const readInto = (notMoney: string) =>
  z.transform((value: number | string, { issues }): number => {
    const read = typeof value === 'number' ? value : readMoney(value);
    if (typeof read === 'number') return read;
    const message = read === null ? notMoney : bothReadings(String(value).trim(), read);
    issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  });

/** An amount that a call or a form takes: a number, or text as people write it. `amount` sets its limits. */
/* @__NO_SIDE_EFFECTS__ */
export const moneyInput = (notMoney: string, amount: Amount) =>
  z.pipe(typed(notMoney, amount), z.pipe(readInto(notMoney), amount));

/** The same for an amount that may be left out: empty text is none. */
/* @__NO_SIDE_EFFECTS__ */
export const optionalMoneyInput = (notMoney: string, amount: Amount) =>
  z.pipe(
    z.optional(z.nullable(typed(notMoney, amount))),
    z.pipe(
      z.transform((value: number | string | null | undefined) =>
        value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value,
      ),
      z.nullable(z.pipe(readInto(notMoney), amount)),
    ),
  );

/** Refuses fractions of a cent. */
export const isInCents = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

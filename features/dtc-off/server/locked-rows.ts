import { findEmissionReason } from '../../../ecu/dtc/emission.ts';
import type { BlockedDtc } from './dtc-blocked.ts';
import type { CodeRow } from '../../files/analysis/server/code-row.ts';
import { COUNTRIES } from '../../accounts/country.ts';
import type { DtcRow } from '../dtc-session.ts';
import { sentence } from '../../../contract/refusal.ts';
import type { Sentence } from '../../../contract/texts.ts';

/** A row with its lock, before its code is described. */
export type LockedRow = Omit<DtcRow, 'info' | 'info_source'>;

/**
 * Returns the rows of a file with the reason why each cannot be chosen: because of the file, or because of the
 * operator's rules for the countries that apply to this customer. Codes that share an entry go off together, so a code
 * that shares one with a blocked code is locked as well.
 */
export function lockRows(
  { rows, obstacle }: { rows: readonly CodeRow[]; obstacle: Sentence | null },
  blocked: readonly BlockedDtc[],
  countries: readonly string[],
): LockedRow[] {
  const judged = rows.map(withEmission);
  const rules = rulesInForce(blocked, countries);
  const own = new Map(judged.map((row) => [row.dtc, checkBlocked(row, rules)]));
  return judged.map((row) => ({
    ...row,
    entries: row.entries ?? [],
    off_entries: row.off_entries ?? (row.status === 'OFF' ? (row.entries ?? []) : []),
    locked: checkLock(row),
  }));

  function checkLock({ dtc, status, shared_with }: CodeRow): Sentence | null {
    if (status === 'OFF') return sentence('errors.dtc-off.row_off');
    if (obstacle !== null) return obstacle;
    const reason = own.get(dtc) ?? null;
    if (reason !== null) return reason;
    const other = shared_with.find((code) => (own.get(code) ?? null) !== null);
    return other === undefined ? null : sentence('errors.dtc-off.blocked_with', { code: other });
  }
}

type JudgedRow = CodeRow & Pick<DtcRow, 'emission' | 'emission_reason'>;

/** Computed each time and never stored: one function decides for screen, declaration, DTC_BLOCKED and proof. */
function withEmission(row: CodeRow): JudgedRow {
  const reason = findEmissionReason(row.dtc, row.shared_with);
  return { ...row, emission: reason !== null && reason !== 'unknown', emission_reason: reason };
}

/** Whether the list has the country. A profile accepts any word: "germany" must not get around the rule for Germany. */
const isKnown = (country: string): boolean => COUNTRIES.some(({ name }) => name === country);

/** The first rule for each name, with its place in the operator's list. */
type Rules = ReadonlyMap<string, BlockedDtc & { at: number }>;

/** Customers without a country are subject to the rules of all countries. */
function rulesInForce(blocked: readonly BlockedDtc[], countries: readonly string[]): Rules {
  const rules = blocked
    .map((rule, at) => ({ ...rule, at }))
    .filter(({ country }) => country === null || countries.some((own) => own === country || !isKnown(own)));
  return new Map(rules.toReversed().map((rule) => [rule.what, rule]));
}

/** Returns what a rule may call the code: operators also know it by the manufacturer's number (P0420, 16804). */
const namesOf = ({ dtc, maker_number, emission_reason }: JudgedRow): string[] => [
  dtc,
  ...(maker_number ?? '').split(/[^0-9A-Z]+/i).map((number) => number.toUpperCase()),
  ...(emission_reason === null ? [] : ['emission']),
];

/** Returns null when the operator allows it; of several rules, the first of the operator's list counts. */
function checkBlocked(row: JudgedRow, rules: Rules): Sentence | null {
  if (row.status === 'OFF') return null;
  const [rule] = namesOf(row)
    .flatMap((name) => rules.get(name) ?? [])
    .toSorted((one, other) => one.at - other.at);
  if (rule === undefined) return null;
  if (rule.what !== 'emission') return sentenceOfCode(rule.country);
  return row.emission_reason === 'unknown' ? sentenceOfUnknown(rule.country) : sentenceOfEmission(rule.country);
}

const sentenceOfCode = (country: string | null): Sentence =>
  country === null ? sentence('errors.dtc-off.row_blocked') : sentence('errors.dtc-off.row_blocked_in', { country });

const sentenceOfEmission = (country: string | null): Sentence =>
  country === null
    ? sentence('errors.dtc-off.emissions_blocked')
    : sentence('errors.dtc-off.emissions_blocked_in', { country });

/** What these codes are for is not published; the rule applies to them because they may concern emissions. */
const sentenceOfUnknown = (country: string | null): Sentence =>
  country === null
    ? sentence('errors.dtc-off.unknown_blocked')
    : sentence('errors.dtc-off.unknown_blocked_in', { country });

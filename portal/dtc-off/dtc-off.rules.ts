import { shareOfBalances } from '../credits/share.rules.ts';
import type { Refusal } from '../refusal.ts';
import type { DtcRow, DtcTable } from './dtc-off.contract.ts';
import { DTC_OFF_CREDITS } from './dtc-off.contract.ts';
import {
  alreadyOff,
  blockedByOperator,
  cannotGenerate,
  declarationMissing,
  notInFile,
  nothingChosen,
} from './dtc-off.errors.ts';

/** How a selection travels and is shown. */
export const joinSelection = (codes: readonly string[]): string => codes.join(';');

export const splitSelection = (text: string): string[] => [
  ...new Set(
    text
      .split(';')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  ),
];

type Choice = Pick<DtcRow, 'dtc' | 'status' | 'emission_reason' | 'shared_with' | 'locked'>;
type Eligibility = Pick<DtcTable, 'canGenerate' | 'reason'>;

/** The chosen rows with those that go off together with them. */
export function affectedRows<Row extends Choice>(rows: readonly Row[], chosen: readonly string[]): Row[] {
  const asked = new Set(chosen);
  const together = new Set(rows.filter(({ dtc }) => asked.has(dtc)).flatMap(({ shared_with }) => shared_with));
  return rows.filter(({ dtc }) => asked.has(dtc) || together.has(dtc));
}

/** What the selection switches off that falls under the rules for emission codes; codes beside the chosen ones count. */
export const listEmissionRows = <Row extends Choice>(rows: readonly Row[], chosen: readonly string[]): Row[] =>
  affectedRows(rows, chosen).filter(({ emission_reason, status }) => emission_reason !== null && status === 'ON');

export const needsDeclaration = (rows: readonly Choice[], chosen: readonly string[]): boolean =>
  listEmissionRows(rows, chosen).length > 0;

/** What is no code may be of any length, and a sentence may not. */
const short = (word: string): string => (word.length > 20 ? `${word.slice(0, 20).toWellFormed()}…` : word);

/** A sentence that names a thousand codes is not read. */
const MOST_NAMED = 10;

/** Why nothing is generated, in the order in which the customer can do something about it; null: it may be. */
export function selectionRefusal(
  prospect: Eligibility,
  rows: readonly Choice[],
  { chosen, hasDeclared }: { chosen: readonly string[]; hasDeclared: boolean },
): Refusal | null {
  if (!prospect.canGenerate) return cannotGenerate({ reason: prospect.reason });
  if (chosen.length === 0) return nothingChosen();
  const statusOf = new Map(rows.map(({ dtc, status }) => [dtc, status]));
  const missing = chosen.filter((code) => !statusOf.has(code));
  if (missing.length > 0) return notInFile({ codes: missing.slice(0, MOST_NAMED).map(short) });
  const off = chosen.filter((code) => statusOf.get(code) === 'OFF');
  if (off.length > 0) return alreadyOff({ codes: off.slice(0, MOST_NAMED) });
  const refused = affectedRows(rows, chosen).filter(({ status, locked }) => status === 'ON' && locked !== null);
  if (refused.length > 0) return blockedByOperator({ codes: refused.slice(0, MOST_NAMED).map(({ dtc }) => dtc) });
  return needsDeclaration(rows, chosen) && !hasDeclared ? declarationMissing() : null;
}

/** G-26: the link to buy credits takes the button's place. */
export const isOutOfCredits = (balances: { ai: number; main: number }): boolean =>
  balances.main === 0 && shareOfBalances(balances, DTC_OFF_CREDITS) === null;

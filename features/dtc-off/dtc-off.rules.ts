import { type Refusal, refusal, refusalWith } from '../../contract/refusal.ts';
import type { AiUpload, DtcRow, DtcTable } from './dtc-session.ts';
import type { Sentence } from '../../contract/texts.ts';

/** Joins the codes of a selection the way it is sent and shown. */
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

/** Returns the chosen rows together with the rows that go off with them. */
export function affectedRows<Row extends Choice>(rows: readonly Row[], chosen: readonly string[]): Row[] {
  const chosenCodes = new Set(chosen);
  const together = new Set(rows.filter(({ dtc }) => chosenCodes.has(dtc)).flatMap(({ shared_with }) => shared_with));
  return rows.filter(({ dtc }) => chosenCodes.has(dtc) || together.has(dtc));
}

/** Returns the rows that the selection switches off and that fall under the emission rules, including shared codes. */
export const listEmissionRows = <Row extends Choice>(rows: readonly Row[], chosen: readonly string[]): Row[] =>
  affectedRows(rows, chosen).filter(({ emission_reason, status }) => emission_reason !== null && status === 'ON');

export const needsDeclaration = (rows: readonly Choice[], chosen: readonly string[]): boolean =>
  listEmissionRows(rows, chosen).length > 0;

/** Words that are not codes may be of any length; a sentence may not. */
const short = (word: string): string => (word.length > 20 ? `${word.slice(0, 20).toWellFormed()}…` : word);

/** Codes named in a sentence at most: one that names a thousand is not readable. */
const MAX_NAMED = 10;

/** Returns why nothing can be generated, checked in the order in which the customer can act on it; null: it can be. */
export function selectionRefusal(
  prospect: Eligibility,
  rows: readonly Choice[],
  { chosen, hasDeclared }: { chosen: readonly string[]; hasDeclared: boolean },
): Refusal | null {
  if (!prospect.canGenerate) return cannotGenerate({ reason: prospect.reason });
  if (chosen.length === 0) return nothingChosen();
  const statusByCode = new Map(rows.map(({ dtc, status }) => [dtc, status]));
  const missing = chosen.filter((code) => !statusByCode.has(code));
  if (missing.length > 0) return notInFile({ codes: missing.slice(0, MAX_NAMED).map(short) });
  const off = chosen.filter((code) => statusByCode.get(code) === 'OFF');
  if (off.length > 0) return alreadyOff({ codes: off.slice(0, MAX_NAMED) });
  const refused = affectedRows(rows, chosen).filter(({ status, locked }) => status === 'ON' && locked !== null);
  if (refused.length > 0) return blockedByOperator({ codes: refused.slice(0, MAX_NAMED).map(({ dtc }) => dtc) });
  return needsDeclaration(rows, chosen) && !hasDeclared ? declarationMissing() : null;
}

/** Whether a session is listed: it is paid, or can still be, be it as another model than the one chosen last. */
export const canContinue = ({
  charged,
  canGenerate,
  wrongChecksums,
  reading,
}: Pick<AiUpload, 'charged' | 'canGenerate' | 'wrongChecksums' | 'reading'>): boolean =>
  charged || canGenerate || wrongChecksums.length > 0 || reading !== null;

export const notEnoughCredits = refusal('errors.dtc-off.not_enough');
/** `reason`: why this file is refused, as the analysis reports it. */
const cannotGenerate = refusalWith<{ reason: Sentence | null }>('errors.dtc-off.cannot_generate');
const nothingChosen = refusal('errors.dtc-off.nothing_chosen', 'dtcs');
export const nothingToSwitch = refusal('errors.dtc-off.nothing_to_switch');
const notInFile = refusalWith<{ codes: readonly string[] }>('errors.dtc-off.not_in_file', 'dtcs');
export const alreadyOff = refusalWith<{ codes: readonly string[] }>('errors.dtc-off.already_off', 'dtcs');
const blockedByOperator = refusalWith<{ codes: readonly string[] }>('errors.dtc-off.blocked', 'dtcs');
const declarationMissing = refusal('errors.dtc-off.declaration_missing', 'declared_use');
export const otherModel = refusal('errors.dtc-off.other_model', 'ecu_id');
export const unknownModel = refusal('errors.dtc-off.unknown_model', 'ecu_id');
export const tooBusy = refusal('errors.dtc-off.too_busy');
export const tooMuch = refusal('errors.dtc-off.too_much');
export const notGenerated = refusalWith<{ reason: Sentence }>('errors.dtc-off.not_generated');
export const expired = refusal('errors.dtc-off.expired');

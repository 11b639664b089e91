import type { BlockedDtc } from '../../../server/dtc-blocked.ts';
import type { CodeRow, FileAnalysis } from '../../../server/ecu/analyse-file.ts';
import type { DtcRow } from '../dtc-off.contract.ts';

const ALREADY_OFF = 'already OFF';

/**
 * The rows of a file with what cannot be chosen, and why: by the file, and by the operator for this customer's country.
 * Codes that share an entry go off together, so a code beside one that the operator does not allow is not allowed.
 */
export function lockRows(
  { rows, obstacle }: Pick<FileAnalysis, 'rows' | 'obstacle'>,
  blocked: readonly BlockedDtc[],
  country: string,
): DtcRow[] {
  const own = new Map(rows.map((row) => [row.dtc, whyBlocked(row, blocked, country)]));
  return rows.map((row) => ({ ...row, locked: whyLocked(row) }));

  function whyLocked({ dtc, status, shared_with }: CodeRow): string | null {
    if (status === 'OFF') return ALREADY_OFF;
    if (obstacle !== null) return obstacle;
    const because = own.get(dtc) ?? null;
    if (because !== null) return because;
    const other = shared_with.find((code) => (own.get(code) ?? null) !== null);
    return other === undefined ? null : `It goes off together with ${other}, which this portal does not switch off.`;
  }
}

/** Null: the operator has nothing against it. One who has not said where he is falls under the rule of every country. */
function whyBlocked(
  { dtc, emission, status }: CodeRow,
  blocked: readonly BlockedDtc[],
  country: string,
): string | null {
  if (status === 'OFF') return null;
  const rule = blocked.find(
    (one) =>
      (one.what === dtc || (one.what === 'emission' && emission)) &&
      (one.country === null || one.country === country || country.trim() === ''),
  );
  if (rule === undefined) return null;
  const what = rule.what === 'emission' ? 'codes that concern emissions' : 'this code';
  return `This portal does not switch off ${what}${rule.country === null ? '' : ` in ${rule.country}`}.`;
}

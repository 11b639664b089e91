import type { Sentence } from '../../../contract/sentence.ts';
import type { Summary } from '../../../ecu/summary.ts';

/**
 * What the library can do with the trouble codes of a file. `switchable`: how many can be switched off; none of them
 * where a reason says why. `reason` is null where the file was not recognised, too.
 */
export interface CodeWork {
  switchable: number;
  reason: Sentence | null;
}

/** Counts codes that are on, at least in part, and belong to a table that can be changed. */
export function judgeCodeWork({ dtcs }: Pick<Summary, 'dtcs'>): CodeWork {
  if (dtcs === null) return { switchable: 0, reason: null };
  if (dtcs.outcome === 'not found') return { switchable: 0, reason: dtcs.reason };
  if (dtcs.notSwitchable !== null) return { switchable: 0, reason: dtcs.notSwitchable };
  return { switchable: dtcs.rows.filter(({ state }) => state !== 'off').length, reason: null };
}

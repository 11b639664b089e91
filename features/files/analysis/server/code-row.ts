import { findDtcFunctions } from '../../../../ecu/dtc/functions.ts';
import type { DtcRow } from '../../../../ecu/index.ts';

/** One code of a file's table, in the form in which it is sent to the browser. */
export interface CodeRow {
  dtc: string;
  dtc_int: number;
  /** ON if any part of it is on, or if its state is not known. */
  status: 'ON' | 'OFF';
  state_known: boolean;
  partly_off: boolean;
  maker_number: string | null;
  functions: string[];
  shared_with: string[];
  /** Numbers of the fault paths that hold the code; absent in results stored before these were recorded. */
  entries?: number[];
  /** The numbers of those that are already off; absent in the same cases. */
  off_entries?: number[];
}

export function rowOf(row: Omit<DtcRow, 'entriesAt'>): CodeRow {
  return {
    dtc: row.code,
    dtc_int: row.number,
    status: row.state === 'off' ? 'OFF' : 'ON',
    state_known: row.state !== 'unknown',
    partly_off: row.state === 'partial',
    maker_number: row.makerNumber ?? null,
    functions: findDtcFunctions(row.code),
    shared_with: row.sharedWith,
    entries: row.paths,
  };
}

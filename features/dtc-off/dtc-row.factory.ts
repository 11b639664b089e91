import type { DtcRow } from './dtc-session.ts';

/** Builds a row whose code is on and may be chosen. */
export const buildDtcRow = (dtc: string, fields: Partial<DtcRow> = {}): DtcRow => ({
  dtc,
  dtc_int: Number.parseInt(dtc.slice(1), 16),
  status: 'ON',
  state_known: true,
  info: null,
  info_source: null,
  maker_number: null,
  partly_off: false,
  emission: false,
  emission_reason: null,
  functions: [],
  shared_with: [],
  entries: [],
  off_entries: [],
  locked: null,
  ...fields,
});

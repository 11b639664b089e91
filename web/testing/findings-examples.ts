import type { Findings } from '../../features/files/findings.ts';

const ECU = { maker: 'Bosch', model: 'EDC16U34', software_number: '1037380001' };

/** Findings for a flawless file; `changes` add flaws. */
export const findingsOf = (changes: Partial<Findings> = {}): Findings => ({
  not_compared: null,
  original_size_bytes: 524_288,
  modified_size_bytes: 524_288,
  original_ecu: ECU,
  modified_ecu: ECU,
  control_unit: 'same',
  bytes_changed: 64,
  places: 2,
  kinds: [{ kind: 'calibration', bytes: 64 }],
  strip: `${'-'.repeat(100)}ccd${'-'.repeat(25)}`,
  checksums: [{ name: 'Block sum 0x40000', kind: 'sum', state: 'ok', state_before: 'ok' }],
  asked: null,
  codes: null,
  also_off: [],
  ...changes,
});

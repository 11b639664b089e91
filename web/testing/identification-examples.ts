import { edc16Sample } from '../../ecu/families/edc16/edc16.sample.ts';
import { summarise } from '../../ecu/summary.ts';
import type { FileIdentification, Identification } from '../../features/files/identification/identification.calls.ts';
import { identificationOf } from '../../features/files/identification/identification.rules.ts';

/** Returns what the ECU library identifies in these bytes. */
export const identificationIn = (bytes: Uint8Array): Identification => identificationOf(summarise(bytes));

let sample: Identification | undefined;

/** That of a built EDC16, identified once: it was a tenth of the time of some screens' tests. */
const sampleIdentification = () => (sample ??= identificationIn(edc16Sample()));

/** An identification as the server sends it; that of a built EDC16 by default. */
export const fileIdentification = (
  result: Identification = sampleIdentification(),
  changes: Partial<FileIdentification> = {},
): FileIdentification => ({
  state: 'DONE',
  sha256: 'ab'.repeat(32),
  library_version: '0.1.0',
  failure: null,
  finished_at: '2026-03-01T10:00:00.000Z',
  result,
  ...changes,
});

export const waitingIdentification: FileIdentification = {
  state: 'WAITING',
  sha256: 'ab'.repeat(32),
  library_version: null,
  failure: null,
  finished_at: null,
  result: null,
};

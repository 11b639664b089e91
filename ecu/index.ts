import { lookAtFile } from './gate.ts';
import type { FileType } from './gate.ts';
import { identify } from './identify.ts';
import type { Identification } from './identify.ts';
import { Image } from './image.ts';

export { loadDescriptions } from './dtc/descriptions.ts';
export type { DescribeDtc, DtcDescription } from './dtc/descriptions.ts';
export { isEmissionRelevant } from './dtc/emission.ts';
export { codesOfFunction, dtcFunctions, functionsOf } from './dtc/functions.ts';
export type { DtcFunction } from './dtc/functions.ts';
export { genericDtcs, scanForCodes } from './dtc/generic-scan.ts';
export type { ScanAnswer } from './dtc/generic-scan.ts';
export { readReport } from './dtc/report.ts';
export type { ReportedCode } from './dtc/report.ts';
export { families } from './families.ts';
export type {
  Change,
  Checksum,
  ChecksumState,
  DtcListing,
  DtcRow,
  DtcState,
  Evidence,
  Fact,
  FactName,
  Facts,
  Family,
  Strength,
} from './family.ts';
export type { FileType } from './gate.ts';
export type { Candidate, Identification } from './identify.ts';
export { switchOff } from './switch-off.ts';
export type { RefusalReason, Refused, SwitchedOff, SwitchOffOptions } from './switch-off.ts';

export type Inspection = { fileType: FileType; identification: Identification; sizeBytes: number };

/** What a file is: first whether it can be a control unit's memory at all, then whose. The bytes are only read. */
export function inspect(bytes: Uint8Array): Inspection {
  const image = new Image(bytes);
  const fileType = lookAtFile(image);
  const identification: Identification = fileType === 'OK' ? identify(image) : { answer: 'unknown' };
  return { fileType, identification, sizeBytes: image.sizeBytes };
}

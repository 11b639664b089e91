import { textKey } from '../../contract/texts.ts';

/**
 * Purposes that a changed file may have when an emission code is switched off. The customer chooses one and is
 * responsible for it; it is recorded in the proof and in the operator's record.
 */
export const DECLARED_USES = [
  { use: 'COMPETITION', sentence: textKey('dtc-off.useMotorsport') },
  { use: 'OFF_ROAD', sentence: textKey('dtc-off.useOffPublicRoads') },
  { use: 'TEST_BENCH', sentence: textKey('dtc-off.useDiagnosis') },
  { use: 'PERMITTED', sentence: textKey('dtc-off.useWherePermitted') },
] as const;

/**
 * What a changed file may be meant for when an emission code is switched off. The customer chooses one and is
 * responsible for it; it stands in the proof and in the operator's record.
 */
export const DECLARED_USES = [
  { use: 'COMPETITION', sentence: 'A vehicle for motorsport that is not driven on public roads.' },
  { use: 'OFF_ROAD', sentence: 'A machine or vehicle that is not driven on public roads.' },
  { use: 'TEST_BENCH', sentence: 'Diagnosis or a test bench; the vehicle gets its original file back.' },
  { use: 'PERMITTED', sentence: 'A vehicle in a country whose law permits this change.' },
] as const;

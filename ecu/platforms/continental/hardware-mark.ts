import type { TextSignature } from '../../text-signatures.ts';

/** Siemens' hardware number in the boot code of SID 801, 802 and 804: `5WS40020G-T 216145227   01060027012244`. */
export const siemensHardwareMark: TextSignature = {
  anchor: '5WS4',
  pattern: /(?<hardwareNumber>5WS4\d{4}[A-Z]-T) \d{9} /d,
  before: 0,
  after: 24,
  within: { at: 0x3f00, end: 0x4000 },
  points: 20,
  reason: "Siemens' number of the hardware",
};

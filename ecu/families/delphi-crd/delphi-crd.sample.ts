import { writeRangeRecord } from '../../testing/range-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import type { TextOptions } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export const crd2Texts: readonly [number, string][] = [
  [0x4020, 'SM05Z999_DELIV_1 Apr 11 10:42:37 2008'],
  [0x1c000, 'CRD2-651-TMAZZZ11 Nov 26 13:31:17 2020'],
  [0x26005, 'CRD2-651-TMAZZZ11-639A4X-100kW-4CSLVNT-EU5_OP'],
];

export const crdTexts: readonly [number, string][] = [
  [0x200, 'NM03Z999_DELIV_1 Jul 24 09:51:47 2006'],
  [0x2725c, 'CRD-646-NMZZZ-204WA-100kw-41OP-EF-ME-D55'],
];

/** A CRD2 with the CRC of its calibration, or a CRD when given a CRD's texts. */
export function delphiCrdSample(options: TextOptions = {}): Uint8Array {
  const bytes = textSample({ sizeBytes: 0x40000, texts: crd2Texts, ...options });
  const sample = new SampleImage(bytes.length, 0).put(0, bytes);
  writeRangeRecord(sample, { at: 0x26050, first: 0x26088, last: 0x2ffff });
  return sample.bytes;
}

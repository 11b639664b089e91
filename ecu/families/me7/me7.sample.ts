import { SampleImage } from '../../testing/sample-image.ts';

export type Me7Knobs = { variant?: string; hasBoundsTable?: boolean; isVolvo?: boolean; numbers?: string };

/** A 512 KB image with the table of memory bounds, the variant string and the numbers. */
export function me7Sample(knobs: Me7Knobs = {}): Uint8Array {
  const sample = new SampleImage(0x80000, 0xFF);
  const { hasBoundsTable = true, isVolvo = false } = knobs;
  if (hasBoundsTable) {
    sample.u32le(0x8020, 0x00818000).u32le(0x8028, 0x0080FC00).u32le(0x8030, 0x00810000).u32le(0x8034, 0x0081FFFE);
  }
  sample.text(0x10004, knobs.variant ?? '640/1/ME7.5/5/4016.32//24e/Dst04o/190101//');
  sample.text(0x11566, '8E0906099B').u8(0x11570, 0x20);
  sample.text(0x183B2, knobs.numbers ?? '02612099991037369999');
  if (isVolvo) sample.text(0x18700, 'Vatlab VOLVO ID.');
  return sample.bytes;
}

import type { Fact } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './mss54.layout.ts';

/** The contents of one processor's boot area. An MSS54 can carry the boot program of an MSS52, so no model follows. */
export type ChipText = { boot: Fact; hardwareNumber: Fact | null };

/**
 * The bytes of each word are swapped in relation to those of the program: a file that was read from the chip has the
 * text as it is; in one that was read through the processor, every two characters are swapped.
 */
export function findChipText(image: Image): ChipText | null {
  if (!layout.sizes.includes(image.sizeBytes)) return null;
  for (const start of layout.processorStarts) {
    const boot = factAt(image, start + layout.chipBootAt, /^MSS5[24]/);
    if (boot !== null) return { boot, hardwareNumber: factAt(image, start + layout.chipHardwareAt, /^5WK9\d{3}/) };
  }
  return null;
}

function factAt(image: Image, at: number, pattern: RegExp): Fact | null {
  const text = image.ascii(at, 8) ?? '';
  const [plain] = pattern.exec(text) ?? [];
  if (plain !== undefined) return { value: plain, at, strength: 'strong' };
  const [turned] = pattern.exec(text.replace(/(.)(.)/g, '$2$1')) ?? [];
  return turned === undefined ? null : { value: turned, at, strength: 'implied' };
}

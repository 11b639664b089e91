import { sum16le } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type VolvoMe7Knobs = {
  marker?: string;
  variant?: string;
  description?: string;
  isTableLoaded?: boolean;
  unusedRows?: number;
  /** How many instructions read the table of classes, which programs up to 2003 have before the codes. */
  classReads?: number;
  hasBlockList?: boolean;
  sizeBytes?: number;
};

export const sampleTable = { at: 0x24892, paths: 121, classesAt: 0x24542 };

/** A 1 MB program of Volvo with its table of codes and the list of blocks; or the first half of it. */
export function volvoMe7Sample(knobs: VolvoMe7Knobs = {}): Uint8Array {
  const sample = new SampleImage(0x100000, 0xff);
  const markerAt = 0x1874f;
  sample.text(0x12644, knobs.variant ?? '47/1/ME701/19///70199G10/70199G10/010203040506/');
  sample.text(0x1802e, '02612045591037359462');
  sample.text(markerAt, knobs.marker ?? 'Vatlab VOLVO ID.').text(markerAt + 0x94, '99GSI'.padEnd(0x20));
  sample.text(markerAt + 0xb4, (knobs.description ?? 'sw:30999999AA P24/P26\r\nT04 B5254RT 25RT AUT').padEnd(0x48));
  sample.text(markerAt + 0x157, '90GSHJ.a2l');
  const { at, paths } = sampleTable;
  for (let path = 0; path < paths; path += 1) {
    const isUnused = path === 0 || (path === paths - 1 && knobs.unusedRows !== 1);
    for (let column = 0; column < 4; column += 1) {
      sample.u16le(at + path * 8 + column * 2, isUnused ? 0x1699 : 0x0100 + (Math.floor(path / 10) << 4) + (path % 10));
    }
  }
  if (knobs.isTableLoaded ?? true) sample.put(0xafa50, [0xe6, 0xfc, 0x92, 0x08, 0xe6, 0xfd, 0x09, 0x00]);
  if (knobs.isTableLoaded ?? true) sample.put(0x4fa50, [0xd7, 0x40, 0x09, 0x00, 0xd4, 0x54, 0x92, 0x08]);
  putClasses(sample, knobs.classReads ?? 0);
  if (knobs.hasBlockList ?? true) putBlockList(sample);
  return sample.bytes.slice(0, knobs.sizeBytes ?? 0x100000);
}

/** Every fourth path is off. */
function putClasses(sample: SampleImage, classReads: number): void {
  const { classesAt, paths } = sampleTable;
  for (let path = 0; path < paths; path += 1) sample.u8(classesAt + path, path % 4 === 0 || path === paths - 1 ? 0 : 2);
  for (let read = 0; read < classReads; read += 1) {
    sample.put(0x50000 + read * 0x10, [0xd7, 0x50, 0x09, 0x00, 0xf4, 0xa4, classesAt & 0xff, (classesAt >>> 8) & 0x3f]);
  }
}

/** Thirty-two blocks of 32 KB, with no mark behind the last one. */
function putBlockList(sample: SampleImage): void {
  const listAt = 0x1f810;
  const image = new Image(sample.bytes);
  const blockLength = 0x8000;
  const pairAt = (block: number) => listAt + block * 0x10 + 8;
  const putPair = (at: number, sum: number) => sample.u32le(at, sum).u32le(at + 4, ~sum >>> 0);
  for (let block = 0; block < 32; block += 1) {
    sample.u32le(pairAt(block) - 8, block * blockLength).u32le(pairAt(block) - 4, (block + 1) * blockLength - 1);
    // Any pair counts the same while adding up.
    putPair(pairAt(block), 0);
  }
  sample.u32le(listAt + 32 * 0x10, 0x000b0006).u32le(listAt + 32 * 0x10 + 4, 0x005b0033);
  for (let block = 0; block < 32; block += 1) {
    putPair(pairAt(block), sum16le(image, { at: block * blockLength, end: (block + 1) * blockLength }));
  }
}

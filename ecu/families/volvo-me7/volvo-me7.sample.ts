import { sum16le } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type VolvoMe7Options = {
  marker?: string;
  variant?: string;
  description?: string;
  isTableLoaded?: boolean;
  unusedRows?: number;
  /** How many instructions read the table of classes, which programs up to 2003 have before the codes. */
  classReads?: number;
  /** How many instructions read a class for each kind of fault and skip it if it is 0, as later programs do. */
  classTests?: number;
  /** A second table is read and tested in the same way. */
  hasRival?: boolean;
  /** A program of 512 KB, which reads its tables through DPP0 and DPP1. */
  isSmall?: boolean;
  /** A later program of 1 MB, which reads its table of codes so many times through DPP1. */
  nearReads?: number;
  nearShift?: number;
  /** How many words of a path are codes of the chassis. */
  chassisWords?: number;
  hasBlockList?: boolean;
  sizeBytes?: number;
};

export const sampleTable = { at: 0x24892, paths: 121, classesAt: 0x24542, kindsAt: 0x1a1d6, smallAt: 0x14bec };

/** A 1 MB program of Volvo with its table of codes and the list of blocks; or the first half of it. */
export function volvoMe7Sample(options: VolvoMe7Options = {}): Uint8Array {
  const sample = new SampleImage(0x100000, 0xff);
  const markerAt = 0x1874f;
  sample.text(0x12644, options.variant ?? '47/1/ME701/19///70199G10/70199G10/010203040506/');
  sample.text(0x1802e, '02612045591037359462');
  sample.text(markerAt, options.marker ?? 'Vatlab VOLVO ID.').text(markerAt + 0x94, '99GSI'.padEnd(0x20));
  sample.text(markerAt + 0xb4, (options.description ?? 'sw:30999999AA P24/P26\r\nT04 B5254RT 25RT AUT').padEnd(0x48));
  sample.text(markerAt + 0x157, '90GSHJ.a2l');
  const { paths } = sampleTable;
  const isNear = options.nearReads !== undefined;
  const at = options.isSmall === true || isNear ? sampleTable.smallAt : sampleTable.at;
  for (let path = 0; path < paths; path += 1) {
    const isUnused = path === 0 || (path === paths - 1 && options.unusedRows !== 1);
    for (let column = 0; column < 4; column += 1) {
      sample.u16le(at + path * 8 + column * 2, isUnused ? 0x1699 : 0x0100 + (Math.floor(path / 10) << 4) + (path % 10));
    }
  }
  for (let word = 0; word < (options.chassisWords ?? 0); word += 1)
    sample.u16le(at + 100 * 8 + word * 2, 0x4680 + word);
  putNearReads(sample, options);
  if (options.isTableLoaded ?? true) sample.put(0xafa50, [0xe6, 0xfc, 0x92, 0x08, 0xe6, 0xfd, 0x09, 0x00]);
  if (options.isTableLoaded ?? true) sample.put(0x4fa50, [0xd7, 0x40, 0x09, 0x00, 0xd4, 0x54, 0x92, 0x08]);
  if (options.isSmall === true) sample.put(0x4fb50, [0x5c, 0x34, 0xd4, 0x54, 0xec, 0x4b]);
  putClasses(sample, options, at);
  putClassTests(sample, sampleTable.kindsAt, options.classTests ?? 0);
  if (options.hasRival === true) putClassTests(sample, sampleTable.kindsAt - 0x1000, options.classTests ?? 0);
  if (options.hasBlockList ?? true) putBlockList(sample);
  return sample.bytes.slice(0, options.sizeBytes ?? 0x100000);
}

/** SHL R4,#3; MOV R5,[R4+#offset]. */
function putNearReads(sample: SampleImage, { nearReads = 0, nearShift = 3 }: VolvoMe7Options): void {
  for (let read = 0; read < nearReads; read += 1) {
    sample.put(0x51a00 + read * 0x20, [0xc0, 0xe4, 0x5c, (nearShift << 4) | 4, 0xd4, 0x54, 0xec, 0x4b]);
  }
}

/** Every fourth path is off. */
function putClasses(sample: SampleImage, { classReads = 0, isSmall = false }: VolvoMe7Options, codesAt: number): void {
  const { paths } = sampleTable;
  const classesAt = codesAt - paths * 7 - 1;
  for (let path = 0; path < paths; path += 1) sample.u8(classesAt + path, path % 4 === 0 || path === paths - 1 ? 0 : 2);
  const offset = isSmall ? classesAt - 0x10000 : classesAt & 0x3fff;
  const page = isSmall ? [] : [0xd7, 0x50, 0x09, 0x00];
  for (let read = 0; read < classReads; read += 1) {
    sample.put(0x50000 + read * 0x10, [...page, 0xf4, 0xa4, offset & 0xff, offset >>> 8]);
  }
}

/** Paths 3 and 4 are off, and the last kind of fault of path 5. */
function putClassTests(sample: SampleImage, kindsAt: number, classTests: number): void {
  const { paths } = sampleTable;
  if (classTests === 0) return;
  for (let kind = 0; kind < paths * 4; kind += 1) {
    const path = kind >>> 2;
    const isOff = path === 0 || path === 3 || path === 4 || kind === 23 || path === paths - 1;
    sample.u8(kindsAt + kind, isOff ? 0 : 3 + (path & 3));
  }
  const [low, high] = [kindsAt & 0xff, (kindsAt >>> 8) & 0x3f];
  for (let test = 0; test < classTests; test += 1) {
    const at = 0x60000 + (kindsAt & 0xf000) + test * 0x20;
    sample.put(at, [0x5c, 0x21, 0xc0, 0xc4, 0x00, 0x14, 0xd7, 0x50, kindsAt >>> 14, 0x00, 0xf4, 0x81, low, high]);
    sample.put(at + 14, [0xcc, 0x00, 0x49, 0x80, 0xea, 0x20, 0x00, 0x40]);
  }
}

/** Thirty-two blocks of 32 KB, without a mark after the last one. */
function putBlockList(sample: SampleImage): void {
  const listAt = 0x1f810;
  const image = new Image(sample.bytes);
  const blockLength = 0x8000;
  const pairAt = (block: number) => listAt + block * 0x10 + 8;
  const putPair = (at: number, sum: number) => sample.u32le(at, sum).u32le(at + 4, ~sum >>> 0);
  for (let block = 0; block < 32; block += 1) {
    sample.u32le(pairAt(block) - 8, block * blockLength).u32le(pairAt(block) - 4, (block + 1) * blockLength - 1);
    // Every pair adds the same amount to a sum, so zero will do while summing.
    putPair(pairAt(block), 0);
  }
  sample.u32le(listAt + 32 * 0x10, 0x000b0006).u32le(listAt + 32 * 0x10 + 4, 0x005b0033);
  for (let block = 0; block < 32; block += 1) {
    putPair(pairAt(block), sum16le(image, { at: block * blockLength, end: (block + 1) * blockLength }));
  }
}

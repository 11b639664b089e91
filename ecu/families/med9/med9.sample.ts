import { sum16be } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type Med9Options = {
  variant?: string;
  partNumber?: string;
  /** The number in the calibration's text; the program has 1037389999. */
  calibrationSoftwareNumber?: string;
  /** Codes per row: eight where two control units share the program. */
  codesPerRow?: 4 | 8;
  /** One more byte per row between the partners and the codes, as in MED9.5.10. */
  hasThirdTable?: boolean;
  /** The first row has partners, unlike in any real file, so the location of the classes is not proved. */
  hasOddPartners?: boolean;
  hasTables?: boolean;
  /** Breaks the sum of a calibration block. */
  hasWrongSum?: boolean;
  hasSums?: boolean;
  /** Words of other data, 64 bytes before the calibration's list. */
  wordsBeforeList?: readonly number[];
};

const rows = 80;
const codesAt = 0x1e0000;

export function med9Sample(options: Med9Options = {}): Uint8Array {
  const sample = new SampleImage(0x200000, 0xff);
  const { variant = '55/1/MED91/5/4420.01//D915A_43J000/D915A_43J000/160206/', partNumber = '1K0907115ZZ' } = options;
  sample.text(0x1c21f0, variant).u8(0x1c21f0 + variant.length, 0);
  sample.text(0x80280, 'D915A_43J0D915A_43J0D915A_43J01037389999').text(0x65d2, '0261S00001');
  const software = options.calibrationSoftwareNumber ?? '1037389999';
  const texts = [partNumber.padEnd(12), '2.0l R4/4V TFSI'.padEnd(20), '0010', '0261S09999', software, ''];
  sample.text(0x1d2282, texts.join('\0'));
  sample.text(0x1dd000, '8E1907ZZZ\0').text(0x1dd100, '8E1907560\0');
  if (options.hasTables !== false) writeTables(sample, options);
  if (options.hasSums !== false) writeSums(sample, options.wordsBeforeList ?? []);
  if (options.hasWrongSum) sample.u8(0x1d8001, 0x55);
  return sample.bytes;
}

/** Row 5 has P0105, P0205, P0305 and P1105; in the first table the last of them is P2105. */
function writeTables(sample: SampleImage, { codesPerRow = 4, hasThirdTable, hasOddPartners }: Med9Options): void {
  const rowLength = 2 * codesPerRow;
  const classesPerRow = codesPerRow / 4;
  sample.fill(codesAt - 8 * rows, codesAt + 2 * rows * rowLength, 0).u8(codesAt - 8 * rows - 1, 0x44);
  const partnersAt = codesAt - (hasThirdTable ? 3 : 2) * rows;
  for (let row = 1; row < rows - 1; row += 1) {
    const digits = parseInt(String(row).padStart(2, '0'), 16);
    for (let column = 0; column < codesPerRow; column += 1) {
      const code = [0x0100, 0x0200, 0x0300, 0x1100][column % 4] as number;
      const at = codesAt + row * rowLength + 2 * column;
      sample.u16be(at, (column % 4 === 3 ? 0x2100 : code) + digits).u16be(at + rows * rowLength, code + digits);
    }
    sample.u8(partnersAt + 2 * row, 0x0a).u8(partnersAt + 2 * row + 1, 0x14);
    for (let index = 0; index < classesPerRow; index += 1) {
      sample.u8(partnersAt - classesPerRow * rows + classesPerRow * row + index, 0x13);
    }
  }
  sample.u8(codesAt + 2 * rows * rowLength, 0x77);
  if (hasOddPartners) sample.u8(partnersAt, 0x0a);
}

function blocksOf(length: number, starts: readonly number[]): (readonly [at: number, end: number])[] {
  return starts.map((at) => [at, at + length]);
}

const calibrationListAt = 0x1c33b0;

/** As many lists as in real files, of fewer blocks. The first block of the calibration ends where its list begins. */
export const sampleLists = [
  { at: 0x1ff0, addressOfFile: 0, blocks: [[0, 0x2000]] },
  { at: 0x1ffc0, addressOfFile: 0, blocks: blocksOf(0x4000, [0x10000, 0x14000, 0x18000, 0x1c000]) },
  { at: 0xa0000, addressOfFile: 0, blocks: blocksOf(0x8000, [0x20000, 0x28000, 0x30000, 0x38000]) },
  {
    at: calibrationListAt,
    addressOfFile: 0x400000,
    blocks: [[0x1c2e00, calibrationListAt], ...blocksOf(0x8000, [0x1c8000, 0x1d0000, 0x1d8000, 0x1e0000])],
  },
] as const;

function writeSums(sample: SampleImage, wordsBefore: readonly number[]): void {
  wordsBefore.forEach((word, index) => sample.u32be(calibrationListAt - 64 + 4 * index, word));
  const lines = sampleLists.flatMap(({ at, blocks, addressOfFile }) =>
    blocks.map(([start, end], index) => ({ rowAt: at + 16 * index, start, end, addressOfFile })),
  );
  // Every pair adds the same amount to a sum, so zero will do while summing.
  for (const { rowAt, start, end, addressOfFile } of lines) {
    sample.u32be(rowAt, start + addressOfFile).u32be(rowAt + 4, end - 1 + addressOfFile);
    sample.u32be(rowAt + 8, 0).u32be(rowAt + 12, 0xffffffff);
  }
  for (const { at, blocks } of sampleLists) sample.fill(at + 16 * blocks.length, at + 16 * blocks.length + 16, 0xff);
  const image = new Image(sample.bytes);
  for (const { rowAt, start, end } of lines) {
    const sum = sum16be(image, { at: start, end });
    sample.u32be(rowAt + 8, sum).u32be(rowAt + 12, ~sum >>> 0);
  }
}

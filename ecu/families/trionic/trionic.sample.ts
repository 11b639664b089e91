import { SampleImage } from '../../testing/sample-image.ts';

export type TrionicKnobs = {
  stack?: number;
  sizeBytes?: number;
  /** Type and text, the record nearest the end first. */
  records?: readonly (readonly [type: number, text: string])[];
  /** Number of bytes after the list. */
  endField?: number;
};

const trionic7Records = [
  [0x91, '5389999  '],
  [0x94, '5388888'],
  [0x95, 'EB99SABC.99Z'],
  [0x97, '9-5 B999R LEV US    '],
  [0x9a, '0799'],
] as const;

/** 512 KB of a Trionic 7 with its first vector and the list at its end. */
export function trionicSample(knobs: TrionicKnobs = {}): Uint8Array {
  const sample = new SampleImage(knobs.sizeBytes ?? 0x80000, 0xff);
  sample.u32be(0, knobs.stack ?? 0xffffeffc);
  let end = sample.bytes.length - (knobs.endField ?? 0);
  for (const [type, text] of knobs.records ?? trionic7Records) {
    sample.u8(end - 1, text.length).u8(end - 2, type);
    end -= 2 + text.length;
    sample.text(end, text.split('').toReversed().join(''));
  }
  sample.fill(end - 0x10, end, 0xff);
  return sample.bytes;
}

export function trionic5Sample(): Uint8Array {
  return trionicSample({
    stack: 0xfffff7fc,
    sizeBytes: 0x40000,
    endField: 4,
    records: [
      [1, '4399999'],
      [2, '4398888'],
      [3, 'A59OW9QL.99K'],
      [4, 'B999I 9000 M2       '],
      [5, '019999'],
    ],
  });
}

/** 1 MB with the file system in two copies. */
export function trionic8Sample(secondNumber = '55399999'): Uint8Array {
  const sample = new SampleImage(0x100000, 0xff).u32be(0, 0x00100c00);
  for (const [at, number] of [
    [0x4000, '55399999'],
    [0x6000, secondNumber],
  ] as const) {
    sample
      .text(at, 'MFS*')
      .u32be(at + 0x0e, 0x442a0200)
      .u32be(at + 0x12, at + 0xce)
      .text(at + 0xce, `${number}  863999`);
  }
  return sample.bytes;
}

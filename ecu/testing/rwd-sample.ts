import { asciiBytes } from '../image.ts';

/** An update file of an invented memory. A byte is encoded as ((byte ^ 0x5b) + 0x21) - 0xc7, its keys in that order. */
export function rwdSample(memory: Uint8Array, partNumbers = ['37805-Z9Z-A998', '37805-Z9Z-A999']): Uint8Array {
  const group = (...values: ArrayLike<number>[]) => [
    values.length,
    ...values.flatMap((value) => [value.length, ...Array.from(value)]),
  ];
  const padded = (text: string) => [...asciiBytes(text), 0, 0];
  const header = [
    ...asciiBytes('Z\r\n'),
    ...group([0]),
    ...group([1, 2, 3, 4]),
    ...group([0x10]),
    ...group(...partNumbers.map(padded)),
    ...group(...partNumbers.map(() => [1, 2, 3, 4, 5, 6])),
    ...group([0x5b, 0x21, 0xc7]),
    ...bigEndian(0x8000),
    ...bigEndian(memory.length),
  ];
  const file = new Uint8Array(header.length + memory.length + 4);
  file.set(header);
  file.set(
    memory.map((byte) => (byte ^ 0x5b) + 0x21 - 0xc7),
    header.length,
  );
  const sum = file.reduce((total, byte) => total + byte, 0);
  file.set(bigEndian(sum).toReversed(), file.length - 4);
  return file;
}

const bigEndian = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 0xff,
  (value >>> 8) & 0xff,
  value & 0xff,
];

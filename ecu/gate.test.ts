import { expect, test } from 'vitest';
import { findSupplierNumber } from './gate/measures.ts';
import { detectFileType, listSigns } from './gate.ts';
import { asciiBytes, Image } from './image.ts';
import { inspect } from './inspect.ts';
import { c166Memory } from './testing/c166-memory.ts';
import { randomBytes } from './testing/sample-image.ts';
import { samples } from './testing/samples.ts';

function fileStarting(start: string, at = 0): Image {
  const bytes = randomBytes(0x8000, 3).map((byte) => byte & 0x3f);
  bytes.set(asciiBytes(start), at);
  return new Image(bytes);
}

test.each(samples)('$name is accepted as the memory of a control unit', ({ build }) => {
  expect(detectFileType(new Image(build()))).toBe('OK');
});

test.each([
  ['PK\x03\x04', 'ZIP archive'],
  ['Rar!\x1A\x07\x01\x00', 'RAR archive'],
  ['7z\xBC\xAF\x27\x1C', '7z archive'],
  ['\x1F\x8B\x08', 'gzip archive'],
  ['%PDF-1.7', 'PDF'],
  ['\x89PNG\r\n\x1A\n', 'PNG image'],
  ['\xFF\xD8\xFF\xE0', 'JPEG image'],
  ['GIF89a', 'GIF image'],
  ['\x7FELF\x02', 'ELF program'],
  ['\x0B\x00\x00\x00WinOLS File', 'WinOLS project'],
  ['WinOLS MiniProject', 'WinOLS project'],
  ['SGML Object File', 'SGO'],
  ['vbf_version = 2.3;', 'VBF'],
  ['\x0A\x9C\x92\x7C', 'FRF'],
  ['APPLICATION>JOB2', 'PHF'],
  ['\x00asm\x01\x00\x00\x00', 'program library'],
  ['\xCB\x0D\x0D\x0A\x00\x00\x00\x00', 'program library'],
  ['\xDE\x12\x04\x95', 'translation'],
  ['SQLite format 3\x00', 'database'],
  ['\x28\xB5\x2F\xFD', 'zstd archive'],
  ['icns\x00\x00', 'image'],
  ['RIFF\x00\x00\x00\x00WAVE', 'audio or video'],
  ['\x00\x01\x00\x00\x00\x0E\x00\x80\x00\x03\x00\x60FFTM', 'font'],
  ['CMD \x02\x00\x05\x00', 'encrypted or packed'],
])('a file that starts with %j is detected as %s, whatever its name', (start, type) => {
  expect(detectFileType(fileStarting(start))).toBe(type);
});

test('a Windows program needs its second header; MZ alone may be program code', () => {
  expect(detectFileType(fileStarting('MZ'))).toBe('memory of an unknown unit');
  const bytes = randomBytes(0x8000, 4).map((byte) => byte & 0x3f);
  bytes.set(asciiBytes('MZ'));
  bytes.set([0x80, 0, 0, 0], 0x3c);
  bytes.set(asciiBytes('PE\x00\x00'), 0x80);
  expect(detectFileType(new Image(bytes))).toBe('Windows program');
});

test.each([
  [':10010000214601360121470136007EFE09D2190140\r\n', 'Intel HEX'],
  ['S00600004844521B\r\nS1137AF00A0A0D0000000000000000000000000061\r\n', 'S-record'],
  ['<?xml version="1.0"?><ODX MODEL-VERSION="2.0.1"></ODX>', 'ODX'],
  ['<?xml version="1.0"?><list></list>', 'XML'],
  ['ASAP2_VERSION 1 60\n/begin PROJECT x ""\n', 'A2L'],
  ['FADECAFE CAFEAFFE\n', 'hex text'],
  ['To whom it may concern,\n', 'text'],
  ['Grüße aus Köln, die Datei kommt morgen.\n', 'text'],
])('the text %j is recognised by its content: %s', (line, type) => {
  const text = line.repeat(0x200);
  expect(detectFileType(new Image(asciiBytes(text)))).toBe(type);
});

test.each([
  ['no bytes at all', new Uint8Array(0), 'empty'],
  ['what fits into an EEPROM', randomBytes(0x1000, 5), 'EEPROM or part of a file'],
  ['an erased EEPROM', new Uint8Array(0x1000).fill(0xff), 'blank'],
  ['an erased chip', new Uint8Array(0x8000).fill(0xff), 'blank'],
  ['an erased chip with a name in it', new Uint8Array(0x8000).fill(0xff).fill(1, 0, 0x20), 'blank'],
  ['what only a tool can read', randomBytes(0x40000, 6), 'encrypted or packed'],
] as const)('%s is refused by its shape', (_name, bytes, type) => {
  expect(detectFileType(new Image(bytes))).toBe(type);
});

test('control unit code and erased flash are evidence of a control unit, in either byte order', () => {
  const bytes = c166Memory();
  expect(detectFileType(new Image(bytes))).toBe('OK');
  expect(detectFileType(new Image(bytes.map((_, at) => bytes[at ^ 1] as number)))).toBe('OK');
  expect(listSigns(new Image(bytes)).map(({ name }) => name)).toContain('C166 code');
});

/** A slice from the middle of a program: without a signature, and of the size of a chip. */
function sliceOf(patterns: readonly (readonly number[])[]): Uint8Array {
  const bytes = randomBytes(0x20000, 12).map((byte) => byte & 0x7f);
  for (let at = 0; at + 8 < bytes.length; at += 16) bytes.set(patterns[(at / 16) % patterns.length] ?? [], at);
  return bytes;
}

test.each([
  [
    'x86 code',
    sliceOf([
      [0x48, 0x8b, 0x45, 0xf8],
      [0x48, 0x89, 0xe5],
      [0xe8, 0x10, 0x20, 0x00, 0x00],
    ]),
  ],
  [
    'ARM code of 64 bits',
    sliceOf([
      [0xfd, 0x7b, 0xbf, 0xa9],
      [0xc0, 0x03, 0x5f, 0xd6],
    ]),
  ],
  ['RISC-V code', sliceOf([[0x82, 0x80, 0x41, 0x11]])],
  ['MIPS code', sliceOf([[0x27, 0xbd, 0xff, 0xe0]])],
  ['names of symbols', sliceOf([[0x5f, 0x5a, 0x4e, 0x00]])],
  ['text', randomBytes(0x20000, 13).map((byte, at) => (at % 0x40 === 0 ? 0 : 0x20 + (byte % 0x5f)))],
])('%s in the middle of a file are evidence against a control unit', (name, bytes) => {
  const against = listSigns(new Image(bytes)).filter(({ points }) => points < 0);
  expect(against.map((sign) => sign.name)).toContain(name);
  expect(detectFileType(new Image(bytes))).toBe('not an ECU file');
});

test.each([
  ['long numbers', sliceOf([[0x10, 0x20, 0, 0, 0, 0, 0, 0]])],
  ['hardly any control bytes', randomBytes(0x20000, 14).map((byte) => 0x80 | (byte & 0x3f))],
  ['zeros', randomBytes(0x20000, 15).map((byte) => (byte < 0xa0 ? 0 : byte & 0x1f))],
])('%s are evidence against a control unit, and no proof of something else', (name, bytes) => {
  const against = listSigns(new Image(bytes)).filter(({ points }) => points < 0);
  expect(against.map((sign) => sign.name)).toContain(name);
  expect(detectFileType(new Image(bytes))).toBe('memory of an unknown unit');
});

test('a file that is packed nearly everywhere is called packed, not something else', () => {
  const bytes = randomBytes(0x20000, 16).map((byte, at) => (at % 0x1000 < 0x300 ? byte & 0x1f : byte));
  expect(listSigns(new Image(bytes)).map((sign) => sign.name)).toContain('packed');
  expect(detectFileType(new Image(bytes))).toBe('encrypted or packed');
});

test('erased sectors do not outweigh PC code', () => {
  const bytes = sliceOf([
    [0x48, 0x8b, 0x45, 0xf8],
    [0x48, 0x89, 0xe5],
  ]).fill(0xff, 0x14000);
  expect(listSigns(new Image(bytes)).some(({ points }) => points > 30)).toBe(true);
  expect(detectFileType(new Image(bytes))).toBe('not an ECU file');
});

test('one byte more than the size of a chip is no reason to refuse a file', () => {
  const bytes = new Uint8Array(0x20001);
  bytes.set(c166Memory());
  expect(detectFileType(new Image(bytes))).toBe('OK');
});

test('every other byte of a program is accepted, and reported as half of a pair', () => {
  const program = c166Memory({ sizeBytes: 0x40000, operandsBelow: 0xf4 });
  const half = program.filter((_, at) => at % 2 === 0);
  const { fileType, identification, hint } = inspect(half);
  expect({ fileType, identification }).toEqual({ fileType: 'OK', identification: { outcome: 'unknown' } });
  expect(hint?.message).toMatch(/half of a split chip pair/);
  expect(inspect(program).hint).toBeNull();
});

test('a supplier number is found in every spelling, but not with further digits around it', () => {
  const find = (text: string) => findSupplierNumber(new Image(asciiBytes(`\x00\x01${text}\x02\x00`)));
  expect(find('0281010448')).toBe('as it is');
  expect(find('02612046781037358768')).toBe('as it is');
  expect(find('2018104084')).toBe('byte-swapped');
  expect(find('8764021620')).toBe('backwards');
  expect(find('90281010448')).toBeNull();
  expect(find('028101044')).toBeNull();
  expect(find('0281010448'.repeat(3))).toBeNull();
});

test('an archive that contains ODX is PDX', () => {
  const bytes = fileStarting('PK\x03\x04').bytes;
  bytes.set(asciiBytes('FL_1K0907115.odx'), 0x1e);
  expect(detectFileType(new Image(bytes))).toBe('PDX');
});

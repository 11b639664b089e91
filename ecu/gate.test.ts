import { expect, test } from 'vitest';
import { lookAtFile } from './gate.ts';
import { asciiBytes, Image } from './image.ts';
import { randomBytes } from './testing/sample-image.ts';
import { samples } from './testing/samples.ts';

function fileStarting(start: string, at = 0): Image {
  const bytes = randomBytes(0x8000, 3).map((byte) => byte & 0x3F);
  bytes.set(asciiBytes(start), at);
  return new Image(bytes);
}

test.each(samples)('$name may be the memory of a control unit', ({ build }) => {
  expect(lookAtFile(new Image(build()))).toBe('OK');
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
])('a file that starts with %j is a %s, whatever it is called', (start, type) => {
  expect(lookAtFile(fileStarting(start))).toBe(type);
});

test('a Windows program needs its second header; MZ alone may be program code', () => {
  expect(lookAtFile(fileStarting('MZ'))).toBe('not an ECU file');
  const bytes = randomBytes(0x8000, 4).map((byte) => byte & 0x3F);
  bytes.set(asciiBytes('MZ'));
  bytes.set([0x80, 0, 0, 0], 0x3C);
  bytes.set(asciiBytes('PE\x00\x00'), 0x80);
  expect(lookAtFile(new Image(bytes))).toBe('Windows program');
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
])('the text %j is told by its content: %s', (line, type) => {
  const text = line.repeat(0x200);
  expect(lookAtFile(new Image(asciiBytes(text)))).toBe(type);
});

test.each([
  ['no bytes at all', new Uint8Array(0), 'empty'],
  ['what fits into an EEPROM', randomBytes(0x1000, 5), 'EEPROM or part of a file'],
  ['an erased chip', new Uint8Array(0x8000).fill(0xFF), 'blank'],
  ['an erased chip with a name in it', new Uint8Array(0x8000).fill(0xFF).fill(1, 0, 0x20), 'blank'],
  ['what only a tool can read', randomBytes(0x40000, 6), 'encrypted or packed'],
] as const)('%s is refused by its shape', (_name, bytes, type) => {
  expect(lookAtFile(new Image(bytes))).toBe(type);
});


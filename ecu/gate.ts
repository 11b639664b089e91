import type { Image } from './image.ts';
import { asciiBytes } from './image.ts';

/** OK: this may be the memory of a control unit. Anything else says what the file looks like instead. */
export type FileType = 'OK' | (typeof containers)[number]['type'] | TextType | ShapeType;

type TextType = 'Intel HEX' | 'S-record' | 'ODX' | 'XML' | 'A2L' | 'SGO' | 'VBF' | 'hex text' | 'text';
type ShapeType = 'empty' | 'EEPROM or part of a file' | 'blank' | 'encrypted or packed' | 'Windows program';

/** Formats told by their first bytes. Each is the published signature of the format. */
const containers = [
  { type: 'ZIP archive', at: 0, starts: ['PK\x03\x04', 'PK\x05\x06'] },
  { type: 'RAR archive', at: 0, starts: ['Rar!\x1A\x07'] },
  { type: '7z archive', at: 0, starts: ['7z\xBC\xAF\x27\x1C'] },
  { type: 'gzip archive', at: 0, starts: ['\x1F\x8B\x08'] },
  { type: 'bzip2 archive', at: 0, starts: ['BZh91AY&SY'] },
  { type: 'xz archive', at: 0, starts: ['\xFD7zXZ\x00'] },
  { type: 'tar archive', at: 0x101, starts: ['ustar'] },
  { type: 'PDF', at: 0, starts: ['%PDF-'] },
  { type: 'PNG image', at: 0, starts: ['\x89PNG\r\n\x1A\n'] },
  { type: 'JPEG image', at: 0, starts: ['\xFF\xD8\xFF'] },
  { type: 'GIF image', at: 0, starts: ['GIF87a', 'GIF89a'] },
  { type: 'audio or video', at: 0, starts: ['RIFF', 'OggS', 'ID3', '\x1AE\xDF\xA3'] },
  { type: 'audio or video', at: 4, starts: ['ftyp'] },
  { type: 'ELF program', at: 0, starts: ['\x7FELF'] },
  { type: 'program library', at: 0, starts: ['!<arch>\n', '\xCA\xFE\xBA\xBE\x00\x00\x00'] },
  { type: 'program library', at: 0, starts: ['\x00asm\x01', 'BC\xC0\xDE'] },
  { type: 'program library', at: 1, starts: ['\r\r\n'] },
  { type: 'translation', at: 0, starts: ['\xDE\x12\x04\x95', '\x95\x04\x12\xDE'] },
  { type: 'font', at: 0, starts: ['OTTO\x00', 'ttcf\x00', 'wOFF', 'wOF2'] },
  { type: 'office document', at: 0, starts: ['\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'] },
  { type: 'database', at: 0, starts: ['SQLite format 3\x00'] },
  { type: 'WinOLS project', at: 0, starts: ['WinOLS'] },
  { type: 'WinOLS project', at: 4, starts: ['WinOLS File'] },
  { type: 'SGO', at: 0, starts: ['SGML Object File'] },
  { type: 'VBF', at: 0, starts: ['vbf_version'] },
  { type: 'PHF', at: 0, starts: ['APPLICATION>'] },
  // VW_Flash: the first bytes of the key stream that every FRF is written with.
  { type: 'FRF', at: 0, starts: ['\x0A\x9C\x92\x7C'] },
] as const;

/** A 27C128, the smallest program memory of any control unit listed, holds 16 KB. Smaller chips are EEPROMs. */
const smallestDumpBytes = 0x4000;
const blankShare = 0.995;
const textShare = 0.95;
/** Measured: Chinese and Japanese texts still hold this share of spaces, line ends and digits. */
const anyTextShare = 0.05;
/** Tab, line feed, form feed, carriage return, escape. */
const layoutBytes = [0x09, 0x0A, 0x0C, 0x0D, 0x1B];
const pageLength = 0x1000;
/** Program code stays below this many bits a byte; a page of random bytes has about 7.95. */
const packedEntropy = 7.85;
const packedShare = 0.9;
/** A text tells what it is in its beginning. */
const textHeadLength = 0x400;

/** Goes by content alone: archives are sent under every name there is. */
export function lookAtFile(image: Image): FileType {
  if (image.sizeBytes === 0) return 'empty';
  const container = containers.find(({ at, starts }) => starts.some((start) => image.matches(at, asciiBytes(start))));
  if (container !== undefined) return container.type;
  if (isWindowsProgram(image)) return 'Windows program';
  const counts = image.countBytes({ at: 0, end: image.sizeBytes });
  if (isText(counts, image.sizeBytes)) return lookAtText(image);
  if (image.sizeBytes < smallestDumpBytes) return 'EEPROM or part of a file';
  if (Math.max(...counts) >= image.sizeBytes * blankShare) return 'blank';
  if (isPacked(image, counts)) return 'encrypted or packed';
  return 'OK';
}

/** "MZ" alone is two bytes that any program code may start with, so the second header has to be there too. */
function isWindowsProgram(image: Image): boolean {
  const secondHeaderAt = image.u32le(0x3C);
  if (image.ascii(0, 2) !== 'MZ' || secondHeaderAt === null) return false;
  return image.matches(secondHeaderAt, asciiBytes('PE\x00\x00'));
}

/** Mostly plain characters, or any alphabet at all without a control byte: machine code is full of those. */
function isText(counts: Uint32Array, sizeBytes: number): boolean {
  let plain = 0;
  let control = 0;
  counts.forEach((count, byte) => {
    if (layoutBytes.includes(byte) || (byte >= 0x20 && byte <= 0x7E)) plain += count;
    else if (byte < 0x20) control += count;
  });
  return (counts[0] === 0 && plain >= sizeBytes * textShare) || (control === 0 && plain >= sizeBytes * anyTextShare);
}

function lookAtText(image: Image): TextType {
  let head = '';
  for (let at = 0; at < Math.min(textHeadLength, image.sizeBytes); at += 1) {
    head += String.fromCharCode(image.u8(at) ?? 0);
  }
  if (/^\s*:[0-9A-F]{10,}\s*$/im.test(head)) return 'Intel HEX';
  if (/^\s*S[0-9][0-9A-F]{8,}\s*$/im.test(head)) return 'S-record';
  if (/<ODX[\s>]/.test(head)) return 'ODX';
  if (/^(\xEF\xBB\xBF)?\s*<\?xml/.test(head)) return 'XML';
  if (/ASAP2_VERSION|\/begin\s+PROJECT/.test(head)) return 'A2L';
  if (/^[0-9A-F\s]+$/i.test(head)) return 'hex text';
  return 'text';
}

function isPacked(image: Image, counts: Uint32Array): boolean {
  // A file is at least as mixed as its pages are on average, so most dumps need no look at their pages.
  if (entropy(counts, image.sizeBytes) < packedEntropy * packedShare) return false;
  const pages = Math.floor(image.sizeBytes / pageLength);
  let packedPages = 0;
  for (let page = 0; page < pages; page += 1) {
    const at = page * pageLength;
    if (entropy(image.countBytes({ at, end: at + pageLength }), pageLength) > packedEntropy) packedPages += 1;
  }
  return packedPages >= pages * packedShare;
}

/** Bits a byte. */
function entropy(counts: Uint32Array, sizeBytes: number): number {
  let bits = 0;
  for (const count of counts) {
    if (count > 0) bits -= (count / sizeBytes) * Math.log2(count / sizeBytes);
  }
  return bits;
}

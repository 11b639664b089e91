import type { Image } from '../image.ts';
import { asciiBytes } from '../image.ts';
import { readRwdHeader } from '../forms/rwd.ts';

export type ContainerType = (typeof containers)[number]['type'] | 'PDX' | 'RWD' | 'Windows program';

/** Formats recognised by their first bytes. Each is the published signature of the format. */
const containers = [
  { type: 'ZIP archive', at: 0, starts: ['PK\x03\x04', 'PK\x05\x06', 'JM\x01\x00PK'] },
  { type: 'RAR archive', at: 0, starts: ['Rar!\x1A\x07'] },
  { type: '7z archive', at: 0, starts: ['7z\xBC\xAF\x27\x1C'] },
  { type: 'gzip archive', at: 0, starts: ['\x1F\x8B\x08'] },
  { type: 'bzip2 archive', at: 0, starts: ['BZh91AY&SY'] },
  { type: 'xz archive', at: 0, starts: ['\xFD7zXZ\x00'] },
  { type: 'zstd archive', at: 0, starts: ['\x28\xB5\x2F\xFD'] },
  { type: 'lz4 archive', at: 0, starts: ['\x04\x22\x4D\x18'] },
  { type: 'tar archive', at: 0x101, starts: ['ustar'] },
  { type: 'cabinet archive', at: 0, starts: ['MSCF\x00\x00\x00\x00', 'ISc('] },
  { type: 'package', at: 0, starts: ['\xED\xAB\xEE\xDB'] },
  { type: 'disk image', at: 0, starts: ['hsqs', 'QFI\xFB', 'KDMV'] },
  { type: 'disk image', at: 0x8001, starts: ['CD001'] },
  { type: 'PDF', at: 0, starts: ['%PDF-'] },
  { type: 'PNG image', at: 0, starts: ['\x89PNG\r\n\x1A\n'] },
  { type: 'JPEG image', at: 0, starts: ['\xFF\xD8\xFF'] },
  { type: 'GIF image', at: 0, starts: ['GIF87a', 'GIF89a'] },
  { type: 'image', at: 0, starts: ['icns\x00', 'II*\x00', 'MM\x00*', '8BPS\x00\x01', 'Xcur\x10\x00', 'gimp xcf'] },
  // An icon, by its header with a common number of pictures: 1, 2, 3, 4, 6 or 9.
  {
    type: 'image',
    at: 0,
    starts: ['\x00\x00\x01\x00\x01\x00', '\x00\x00\x01\x00\x02\x00', '\x00\x00\x01\x00\x03\x00'],
  },
  {
    type: 'image',
    at: 0,
    starts: ['\x00\x00\x01\x00\x04\x00', '\x00\x00\x01\x00\x06\x00', '\x00\x00\x01\x00\x09\x00'],
  },
  { type: 'image', at: 6, starts: ['\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00'] },
  { type: 'audio or video', at: 0, starts: ['RIFF', 'OggS', 'ID3', '\x1AE\xDF\xA3', 'fLaC', 'MThd\x00\x00\x00\x06'] },
  { type: 'audio or video', at: 0, starts: ['.snd\x00\x00\x00', '\x30\x26\xB2\x75\x8E\x66\xCF\x11', 'FLV\x01'] },
  { type: 'audio or video', at: 4, starts: ['ftyp', 'moov', 'mdat'] },
  { type: 'audio or video', at: 8, starts: ['AIFF', 'AIFC'] },
  { type: 'ELF program', at: 0, starts: ['\x7FELF'] },
  { type: 'program library', at: 0, starts: ['!<arch>\n', '!<thin>\n', '\xCA\xFE\xBA\xBE\x00\x00\x00'] },
  {
    type: 'program library',
    at: 0,
    starts: ['\x00asm\x01', 'BC\xC0\xDE', 'dex\n03', '\x1BLua', 'GOBJ\nMETADATA\r\n\x1A'],
  },
  { type: 'program library', at: 0, starts: ['\xCF\xFA\xED\xFE', '\xFE\xED\xFA\xCF', '\xCE\xFA\xED\xFE'] },
  { type: 'program library', at: 1, starts: ['\r\r\n'] },
  { type: 'program library', at: 2, starts: ['\r\n\x00\x00\x00\x00', '\r\n\x01\x00\x00\x00', '\r\n\x03\x00\x00\x00'] },
  { type: 'PC firmware', at: 0x28, starts: ['_FVH'] },
  { type: 'PC firmware', at: 0, starts: ['\xD0\x0D\xFE\xED\x00', '\x27\x05\x19\x56'] },
  { type: 'translation', at: 0, starts: ['\xDE\x12\x04\x95', '\x95\x04\x12\xDE'] },
  { type: 'font', at: 0, starts: ['OTTO\x00', 'ttcf\x00', 'wOFF', 'wOF2', '\x01fcp'] },
  // A TrueType font: its first table is one of those that sort before all others.
  { type: 'font', at: 12, starts: ['FFTM', 'GDEF', 'GPOS', 'GSUB', 'DSIG', 'BASE', 'OS/2', 'LTSH', 'cmap', 'cvt '] },
  { type: 'office document', at: 0, starts: ['\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', '{\\rtf'] },
  {
    type: 'database',
    at: 0,
    starts: ['SQLite format 3\x00', 'VIMspell', '\x02\xFC\xFC\x04', '\x04\xFC\x02\xFC', 'TZif'],
  },
  {
    type: 'database',
    at: 0,
    starts: ['\x93NUMPY', '\x89HDF\r\n\x1A\n', '\x1C\x04\x1E\xF1', '\xCE\x9A\x57\x13', 'GVariant'],
  },
  {
    type: 'database',
    at: 12,
    starts: ['\x61\x15\x06\x00', '\x62\x31\x05\x00', '\x00\x06\x15\x61', '\x00\x05\x31\x62'],
  },
  { type: 'database', at: 36, starts: ['acsp'] },
  { type: 'WinOLS project', at: 0, starts: ['WinOLS'] },
  { type: 'WinOLS project', at: 4, starts: ['WinOLS File'] },
  { type: 'SGO', at: 0, starts: ['SGML Object File'] },
  { type: 'VBF', at: 0, starts: ['vbf_version'] },
  { type: 'PHF', at: 0, starts: ['APPLICATION>'] },
  // VW_Flash: the first bytes of the key stream that every FRF is encrypted with.
  { type: 'FRF', at: 0, starts: ['\x0A\x9C\x92\x7C'] },
  // A read made with a slave tool: a name, a version, then data that only the maker of the tool can read (measured).
  { type: 'encrypted or packed', at: 0, starts: ['CMD \x01\x00', 'CMD \x02\x00'] },
] as const;

const signatures = containers.map(({ type, at, starts }) => ({ type, at, starts: starts.map(asciiBytes) }));

/** A ZIP names its files in the headers before them, and once more at its end. */
const zipNamesLength = 0x1000;

export function findContainer(image: Image): ContainerType | null {
  const found = signatures.find(({ at, starts }) => starts.some((start) => image.matches(at, start)));
  if (found?.type === 'ZIP archive' && holdsOdx(image)) return 'PDX';
  if (found !== undefined) return found.type;
  if (readRwdHeader(image) !== null) return 'RWD';
  return isWindowsProgram(image) ? 'Windows program' : null;
}

function holdsOdx(image: Image): boolean {
  const ends = [
    { at: 0, end: zipNamesLength },
    { at: image.sizeBytes - zipNamesLength, end: image.sizeBytes },
  ];
  return ends.some((window) => image.find('.odx', window) !== null);
}

/** "MZ" alone is two bytes that any program code may start with, so the second header has to be there too. */
function isWindowsProgram(image: Image): boolean {
  const secondHeaderAt = image.u32le(0x3c);
  if (image.ascii(0, 2) !== 'MZ' || secondHeaderAt === null) return false;
  return image.matches(secondHeaderAt, asciiBytes('PE\x00\x00'));
}

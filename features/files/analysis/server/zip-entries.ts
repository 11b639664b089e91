import { crc32, inflateRawSync } from 'node:zlib';
import { sentence } from '../../../../contract/refusal.ts';
import type { Sentence } from '../../../../contract/texts.ts';

/** A file of an archive: its bytes, or a sentence why they are not available. */
export type ZipEntry = { name: string; sizeBytes: number } & ({ bytes: Uint8Array } | { reason: string });

export type ZipContent = { outcome: 'read'; entries: ZipEntry[] } | { outcome: 'refused'; reason: Sentence };

/** The numbers stated in an archive may be wrong; nothing here takes more than this. */
const MAX_ENTRIES = 64;
/** The same as may be uploaded without an archive around it. */
export const MAX_ENTRY_BYTES = 20 * 1024 * 1024;
const MAX_TOTAL_BYTES = 48 * 1024 * 1024;

/**
 * As defined in PKWARE's APPNOTE.TXT 6.3: the record at the end, the directory before it, and a header before each
 * file.
 */
const END = { signature: 0x06054b50, length: 22, countField: 10, directoryField: 16, maxComment: 0xffff };
const DIRECTORY = {
  signature: 0x02014b50,
  length: 46,
  flagsField: 8,
  methodField: 10,
  crcField: 16,
  packedField: 20,
  sizeField: 24,
  nameLengthField: 28,
  extraLengthField: 30,
  commentLengthField: 32,
  localField: 42,
};
const LOCAL = { signature: 0x04034b50, length: 30, nameLengthField: 26, extraLengthField: 28 };
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
export const DAMAGED = 'it is damaged';
export const TOO_LARGE = 'it is larger than a file may be';

const refused = (reason: Sentence): ZipContent => ({ outcome: 'refused', reason });

/** Reads every file of a ZIP within fixed bounds; folders are left out. Nothing is written anywhere. */
export function readZip(archive: Uint8Array): ZipContent {
  const zip = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const endAt = findEnd(zip);
  // Either cut short, or an archive only by its first bytes.
  if (endAt === null) return refused(sentence('errors.analysis.not_a_memory', { type: 'ZIP archive' }));
  const count = zip.readUInt16LE(endAt + END.countField);
  if (count > MAX_ENTRIES) return refused(sentence('errors.analysis.zip_of_many', { count, most: MAX_ENTRIES }));
  const entries: ZipEntry[] = [];
  let left = MAX_TOTAL_BYTES;
  let at = zip.readUInt32LE(endAt + END.directoryField);
  for (let index = 0; index < count; index += 1) {
    const header = headerAt(zip, at, endAt);
    if (header === null) return refused(sentence('errors.analysis.zip_damaged'));
    at = header.end;
    const { name } = header;
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
    const entry = { name: name.split(/[/\\]/).at(-1) ?? name, sizeBytes: header.sizeBytes };
    const packed = findPacked(zip, header, left);
    if (typeof packed === 'string') {
      entries.push({ ...entry, reason: packed });
      continue;
    }
    // Unpacking costs the same whether or not the result is what the directory claims, so it counts either way.
    left -= costOf(header);
    const bytes = unpack(packed, header);
    entries.push(bytes === null ? { ...entry, reason: DAMAGED } : { ...entry, bytes });
  }
  return { outcome: 'read', entries };
}

function findEnd(zip: Buffer): number | null {
  const firstAt = Math.max(0, zip.length - END.length - END.maxComment);
  for (let at = zip.length - END.length; at >= firstAt; at -= 1) {
    if (zip.readUInt32LE(at) === END.signature) return at;
  }
  return null;
}

type Header = NonNullable<ReturnType<typeof headerAt>>;

function headerAt(zip: Buffer, at: number, endAt: number) {
  if (at + DIRECTORY.length > endAt || zip.readUInt32LE(at) !== DIRECTORY.signature) return null;
  const nameAt = at + DIRECTORY.length;
  const nameEnd = nameAt + zip.readUInt16LE(at + DIRECTORY.nameLengthField);
  const end =
    nameEnd + zip.readUInt16LE(at + DIRECTORY.extraLengthField) + zip.readUInt16LE(at + DIRECTORY.commentLengthField);
  if (end > endAt) return null;
  return {
    name: zip.toString('utf8', nameAt, nameEnd).replaceAll(/\p{Cc}/gu, ''),
    end,
    flags: zip.readUInt16LE(at + DIRECTORY.flagsField),
    method: zip.readUInt16LE(at + DIRECTORY.methodField),
    crc: zip.readUInt32LE(at + DIRECTORY.crcField),
    packedBytes: zip.readUInt32LE(at + DIRECTORY.packedField),
    sizeBytes: zip.readUInt32LE(at + DIRECTORY.sizeField),
    localAt: zip.readUInt32LE(at + DIRECTORY.localField),
  };
}

/** How many bytes unpacking reads or writes at most; a stream may be long and yield nothing. */
const costOf = ({ packedBytes, sizeBytes }: Header): number => Math.max(packedBytes, sizeBytes);

/** Returns the packed bytes of a file that may be unpacked, or why it is not. */
function findPacked(zip: Buffer, header: Header, left: number): Buffer | string {
  const { flags, method, packedBytes, sizeBytes, localAt } = header;
  if ((flags & ENCRYPTED) !== 0) return 'it has a password';
  if (method !== STORED && method !== DEFLATED) return 'it is packed in another way than deflate';
  if (sizeBytes > MAX_ENTRY_BYTES) return TOO_LARGE;
  if (localAt + LOCAL.length > zip.length || zip.readUInt32LE(localAt) !== LOCAL.signature) return DAMAGED;
  const nameLength = zip.readUInt16LE(localAt + LOCAL.nameLengthField);
  const at = localAt + LOCAL.length + nameLength + zip.readUInt16LE(localAt + LOCAL.extraLengthField);
  if (at + packedBytes > zip.length) return DAMAGED;
  if (costOf(header) > left) return 'the files before it are too large together';
  return zip.subarray(at, at + packedBytes);
}

/** Returns the bytes of a file; null: they are not those that its size and CRC in the directory belong to. */
function unpack(packed: Buffer, { method, crc, sizeBytes }: Header): Buffer | null {
  // A stored file has its size on both sides, so nothing is copied that is not counted.
  if (method === STORED && packed.length !== sizeBytes) return null;
  const bytes = method === STORED ? Buffer.from(packed) : inflate(packed, sizeBytes);
  return bytes !== null && bytes.length === sizeBytes && crc32(bytes) === crc ? bytes : null;
}

/** Stops at the size stated in the directory, however much the stream still holds. */
function inflate(packed: Buffer, sizeBytes: number): Buffer | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, sizeBytes) });
  } catch {
    return null;
  }
}

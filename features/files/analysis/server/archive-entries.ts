import { gunzipSync } from 'node:zlib';
import { DAMAGED, MAX_ENTRY_BYTES, readZip, TOO_LARGE, type ZipContent } from './zip-entries.ts';

const GZIP_SIGNATURE = [0x1f, 0x8b];
/** RFC 1952: flags of the header, its fixed length, and the optional fields that stand before the name. */
const GZIP = { flagsField: 3, length: 10, hasExtra: 4, hasName: 8 };

/** Types of files that hold other files and are opened. */
export const isArchive = (fileType: string): boolean => fileType === 'ZIP archive' || fileType === 'gzip archive';

/** Reads every file of a ZIP, or the one file of a gzip, within fixed bounds. Nothing is written anywhere. */
export const readArchive = (archive: Uint8Array): ZipContent =>
  GZIP_SIGNATURE.every((byte, at) => archive[at] === byte) ? readGzip(archive) : readZip(archive);

function readGzip(archive: Uint8Array): ZipContent {
  const gzip = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const name = readName(gzip);
  try {
    const bytes = gunzipSync(gzip, { maxOutputLength: MAX_ENTRY_BYTES });
    return { outcome: 'read', entries: [{ name, sizeBytes: bytes.length, bytes }] };
  } catch (error) {
    const reason = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : DAMAGED;
    return { outcome: 'read', entries: [{ name, sizeBytes: gzip.length, reason }] };
  }
}

/** The name that the file had before it was packed, if it is stated. */
function readName(gzip: Buffer): string {
  const flags = gzip[GZIP.flagsField] ?? 0;
  const extra = (flags & GZIP.hasExtra) !== 0 && gzip.length > GZIP.length + 2 ? 2 + gzip.readUInt16LE(GZIP.length) : 0;
  const at = GZIP.length + extra;
  const end = gzip.indexOf(0, at);
  if ((flags & GZIP.hasName) === 0 || end === -1) return 'file';
  const path = gzip.toString('latin1', at, end).replaceAll(/\p{Cc}/gu, '');
  return path.split(/[/\\]/).at(-1) || 'file';
}

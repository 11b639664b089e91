import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive, and false values for its directory entry. */
export interface ZipOptions {
  name: string;
  bytes: Uint8Array;
  isDeflated?: boolean;
  packed?: Uint8Array;
  crc?: number;
  sizeBytes?: number;
  packedBytes?: number;
  flags?: number;
  method?: number;
  localAt?: number;
}

/** Builds an archive as PKWARE's APPNOTE.TXT describes it, without anything optional. */
export function buildZip(files: readonly ZipOptions[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, isDeflated = true, ...claims } of files) {
    const packed = Buffer.from(claims.packed ?? (isDeflated ? deflateRawSync(bytes) : bytes));
    const nameBytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(nameBytes.length, 26);
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(claims.flags ?? 0, 8);
    header.writeUInt16LE(claims.method ?? (isDeflated ? 8 : 0), 10);
    header.writeUInt32LE((claims.crc ?? crc32(bytes)) >>> 0, 16);
    header.writeUInt32LE(claims.packedBytes ?? packed.length, 20);
    header.writeUInt32LE(claims.sizeBytes ?? bytes.length, 24);
    header.writeUInt16LE(nameBytes.length, 28);
    header.writeUInt32LE(claims.localAt ?? at, 42);
    parts.push(local, nameBytes, packed);
    directory.push(header, nameBytes);
    at += local.length + nameBytes.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Uint8Array.from(Buffer.concat([...parts, ...directory, end]));
}

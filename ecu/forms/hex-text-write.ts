import type { DecodedHexText, HexRecord } from './hex-text.ts';

/**
 * Returns the text with `changed` in place of the bytes that it holds: only the digits of bytes that differ and the
 * checksums of their lines change. A byte that is in no line cannot be written; it reads back as it was.
 */
export function writeHexText(
  file: Uint8Array,
  { bytes, at, records }: DecodedHexText,
  changed: Uint8Array,
): Uint8Array {
  const written = new Uint8Array(file);
  const isSmall = isLowerCase(file, records);
  for (const record of records) {
    let difference = 0;
    for (const [index, old] of record.bytes.entries()) {
      const place = record.at - at + index;
      const after = changed[place];
      if (after === undefined || after === bytes[place]) continue;
      writeDigits(written, record.digitsAt + 2 * index, after, isSmall);
      difference += after - old;
    }
    if (difference === 0) continue;
    // In both formats the checksum complements the sum of the line, so it falls by as much as the bytes rise.
    const checksumAt = record.digitsAt + 2 * record.bytes.length;
    writeDigits(written, checksumAt, (readDigits(file, checksumAt) - difference) & 0xff, isSmall);
  }
  return written;
}

const digit = (character: number): number => Number.parseInt(String.fromCharCode(character), 0x10);

function readDigits(file: Uint8Array, at: number): number {
  return digit(file[at] ?? 0) * 0x10 + digit(file[at + 1] ?? 0);
}

/** The first letter among the hexadecimal digits shows whether the file writes them in lower case. */
function isLowerCase(file: Uint8Array, records: readonly HexRecord[]): boolean {
  for (const { digitsAt, bytes } of records) {
    for (let at = digitsAt; at < digitsAt + 2 * bytes.length; at += 1) {
      if ((file[at] ?? 0) > 0x39) return (file[at] ?? 0) >= 0x61;
    }
  }
  return false;
}

function writeDigits(file: Uint8Array, at: number, value: number, isSmall: boolean): void {
  const text = value.toString(0x10).padStart(2, '0');
  const spelled = isSmall ? text : text.toUpperCase();
  file[at] = spelled.charCodeAt(0);
  file[at + 1] = spelled.charCodeAt(1);
}

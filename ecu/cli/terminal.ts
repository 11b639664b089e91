import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** In the repository the launcher starts this; in the package it is a program of its own. */
const program = import.meta.url.endsWith('.ts') ? 'npm run -s ecu --' : 'tunedesk-ecu';

export const usage = `Tunedesk's ECU library on the command line. Every command reads files only; "off" writes a new one.

  ${program} inspect [--json] FILE...     what each file is; with --json one object a line
  ${program} dtcs [--json] FILE           its trouble codes and their states
  ${program} off FILE --dtcs "P0401;P0403" --out FILE [--proof FILE] [--accept-wrong-checksums | --repair-checksums]
                                          a copy with these codes off, checked byte by byte
  ${program} compare [--json] A B         what differs, and what the differing bytes are for
  ${program} maps [--json] A B --definition FILE [--definition FILE]
                                          which maps differ, by a definition (XDF, RomRaider or ECUFlash XML, CSV, A2L)
  ${program} families [--json]            what is known of each family

Exit codes: 0 done (for inspect also when a file is not recognised: that is a result); 1 a file could not be read, has no
trouble codes to list, or the change was refused; 2 wrong call.`;

/** More than any control unit holds; a larger file is not read into memory. */
const readLimitBytes = 64 * 1024 * 1024;

/** Prints what went wrong to stderr and returns the exit code. */
export function fail(sentence: string, exitCode = 1): number {
  console.error(sentence);
  return exitCode;
}

/** Returns the file's bytes, or a sentence that explains why it cannot be read. */
export function readBytes(path: string): Uint8Array | string {
  try {
    if (!statSync(path).isFile()) return `${path} is not a file.`;
    if (statSync(path).size > readLimitBytes) return `${path} is larger than 64 MB; no control unit is.`;
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    return `${path} cannot be read: ${(error as Error).message}`;
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const hex = (value: number, digits = 1) => `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;

export const hexBytes = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();

/** Formats rows as text, with each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

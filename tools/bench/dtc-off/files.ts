import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { analyse, switchOffInFile } from '../../../ecu/index.ts';
import { buildImage } from '../../../features/dtc-off/server/dtc-off.factory.ts';

const HALF_BYTES = 2 * 1024 * 1024;

export interface BenchFile {
  bytes: Uint8Array;
  /** Codes that can be switched off in the file. */
  codes: string[];
}

/** Lists files of 4 MB with a program of 2 MB each, taken from ECU_CORPUS=FOLDER if that is set. */
export function listBenchFiles(count: number): BenchFile[] {
  return listPrograms(count)
    .map((program) => ({ bytes: filledUp(program), codes: chooseCodes(filledUp(program)) }))
    .filter(({ codes }) => codes.length > 0)
    .slice(0, count);
}

function listPrograms(count: number): Uint8Array[] {
  const folder = process.env.ECU_CORPUS;
  if (folder === undefined) return Array.from({ length: count }, (_, at) => buildImage('med9', at));
  return readdirSync(join(folder, 'files'))
    .map((name) => join(folder, 'files', name))
    .filter((path) => statSync(path).size === HALF_BYTES)
    .map((path) => new Uint8Array(readFileSync(path)));
}

/** Chooses up to three codes that are on; none if nothing can be switched off. */
function chooseCodes(bytes: Uint8Array): string[] {
  const { listing } = analyse(bytes);
  if (listing?.outcome !== 'found' || listing.notSwitchable !== null) return [];
  const codes = listing.rows.filter(({ state }) => state === 'on').map(({ code }) => code);
  const chosen = codes.slice(0, 3);
  return chosen.length > 0 && switchOffInFile(bytes, chosen).outcome === 'done' ? chosen : [];
}

/** Appends erased memory to a program. */
function filledUp(program: Uint8Array): Uint8Array {
  const file = new Uint8Array(2 * HALF_BYTES).fill(0xff);
  file.set(program);
  return file;
}

/** Copies a file for a session of its own: a number is written into its last bytes, outside the program. */
export function copyWithNumber({ bytes, codes }: BenchFile, serial: number): BenchFile {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint16(copy.length - 4, serial);
  return { bytes: copy, codes };
}

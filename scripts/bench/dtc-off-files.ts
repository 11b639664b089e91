import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { analyse, switchOffInFile } from '../../ecu/index.ts';
import { buildImage } from '../../portal/dtc-off/server/dtc-off.factory.ts';

const HALF_BYTES = 2 * 1024 * 1024;

export interface BenchFile {
  bytes: Uint8Array;
  /** Codes that can be switched off in it. */
  codes: string[];
}

/** Programs of 2 MB in files of 4 MB; of ECU_CORPUS=FOLDER where that is given. */
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

/** Up to three that are on; none where nothing can be switched. */
function chooseCodes(bytes: Uint8Array): string[] {
  const { listing } = analyse(bytes);
  if (listing?.outcome !== 'found' || listing.notSwitchable !== null) return [];
  const codes = listing.rows.filter(({ state }) => state === 'on').map(({ code }) => code);
  const chosen = codes.slice(0, 3);
  return chosen.length > 0 && switchOffInFile(bytes, chosen).outcome === 'done' ? chosen : [];
}

/** The program with erased memory behind it. */
function filledUp(program: Uint8Array): Uint8Array {
  const file = new Uint8Array(2 * HALF_BYTES).fill(0xff);
  file.set(program);
  return file;
}

/** The same file once more, for a session of its own: a number stands in its last bytes, where no program is. */
export function copyWithNumber({ bytes, codes }: BenchFile, serial: number): BenchFile {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint16(copy.length - 4, serial);
  return { bytes: copy, codes };
}

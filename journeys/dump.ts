import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { analyse } from '../ecu/analyse.ts';
import { findEmissionReason } from '../ecu/dtc/emission.ts';
import { edc16Sample } from '../ecu/families/edc16/edc16.sample.ts';
import { edc17Sample } from '../ecu/families/edc17/edc17.sample.ts';
import { switchOffInFile } from '../ecu/switch-off-file.ts';

const SIZE_BYTES = 2 * 1024 * 1024;

export interface Dump {
  name: string;
  bytes: Buffer;
  isReal: boolean;
}

/** Returns a real 2 MB dump from the private collection if `ECU_CORPUS` points to it, otherwise a built image. */
export async function findDump(): Promise<Dump> {
  const corpus = process.env.ECU_CORPUS;
  if (corpus !== undefined && corpus !== '') {
    const manifest = JSON.parse(await readFile(join(corpus, 'manifest.json'), 'utf8')) as Record<string, unknown>;
    const entries = Object.values(manifest).find(Array.isArray) as { file: string; size: number }[] | undefined;
    for (const { file } of entries?.filter(({ size }) => size === SIZE_BYTES) ?? []) {
      const path = join(corpus, 'files', file);
      if (await stat(path).catch(() => null)) return { name: file, bytes: await readFile(path), isReal: true };
    }
  }
  console.info('ECU_CORPUS names no dump of 2 MB: the journey uses a built image.');
  return { name: 'edc17-sample.bin', bytes: Buffer.from(edc17Sample()), isReal: false };
}

export interface SwitchableDump {
  name: string;
  bytes: Buffer;
  /** Three codes that concern emissions, none of which is switched together with another. */
  codes: string[];
  /** Labels and values that the analysis must show. */
  tiles: [string, string][];
}

/** Returns a file that DTC OFF can change: the first real one in the private collection, otherwise a built image. */
export async function findSwitchableDump(): Promise<SwitchableDump> {
  const corpus = process.env.ECU_CORPUS;
  if (corpus !== undefined && corpus !== '') {
    const manifest = JSON.parse(await readFile(join(corpus, 'manifest.json'), 'utf8')) as Record<string, unknown>;
    const entries = Object.values(manifest).find(Array.isArray) as { file: string }[] | undefined;
    for (const { file } of entries ?? []) {
      const bytes = await readFile(join(corpus, 'files', file)).catch(() => null);
      const found = bytes === null ? null : chooseCodesToSwitch(file, bytes);
      if (found !== null) return found;
    }
  }
  console.info('ECU_CORPUS names no file that can be changed: the journey uses a built image.');
  const built = chooseCodesToSwitch('edc16-sample.bin', Buffer.from(edc16Sample()));
  if (built === null) throw new Error('the built image cannot be changed');
  return built;
}

function chooseCodesToSwitch(name: string, bytes: Buffer): SwitchableDump | null {
  const { listing, inspection } = analyse(bytes);
  const { identification, fileType } = inspection;
  if (fileType !== 'OK' || listing?.outcome !== 'found' || identification.outcome !== 'recognised') return null;
  const codes: string[] = [];
  const taken = new Set<string>();
  for (const { code, state, sharedWith } of listing.rows) {
    if (state !== 'on' || taken.has(code) || findEmissionReason(code) === null) continue;
    codes.push(code);
    for (const one of [code, ...sharedWith]) taken.add(one);
    if (codes.length === 3) break;
  }
  if (codes.length < 3 || switchOffInFile(bytes, codes).outcome === 'refused') return null;
  const { hardwareNumber, softwareNumber, partNumber } = identification.facts;
  const facts = { 'HW Number': hardwareNumber, 'SW Number': softwareNumber, 'Manufacturer No.': partNumber };
  const tiles = Object.entries(facts).flatMap(([label, fact]): [string, string][] =>
    fact ? [[label, fact.value]] : [],
  );
  return tiles.length === 0 ? null : { name, bytes, codes, tiles };
}

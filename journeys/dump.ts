import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { edc17Sample } from '../ecu/families/edc17/edc17.sample.ts';

const SIZE_BYTES = 2 * 1024 * 1024;

export interface Dump {
  name: string;
  bytes: Buffer;
  isReal: boolean;
}

/** A real dump of 2 MB from the private collection when `ECU_CORPUS` names it, otherwise a built image. */
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

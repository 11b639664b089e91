import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The sources of thread programs, and where they are built to. */
export interface ProgramPlace {
  root: string;
  folder: string;
  /** Source paths from the root, by program name. */
  sources: Record<string, string>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = fileURLToPath(new URL('build-programs.ts', import.meta.url));

const OURS = {
  root: ROOT,
  folder: join(ROOT, '.cache', 'threads'),
  sources: {
    ecu: 'features/files/analysis/server/worker.ts',
    sha256: 'server/hashing/sha256-worker.ts',
    argon2: 'server/hashing/hash-worker.ts',
    openapi: 'app/server/api-reference/openapi-worker.ts',
  },
} satisfies ProgramPlace;

/** For every thread: stack traces of its errors name lines of the source. */
export const THREAD_ARGUMENTS: string[] = ['--enable-source-maps'];

export interface BuiltPrograms {
  /** Inside the folder of the place, named after the content it was built from. */
  folder: string;
  /** Every file that was built in, as a path from the root. */
  inputs: string[];
  content: string;
}

export type ThreadProgram = keyof typeof OURS.sources;

const found = new Map<string, string>();

/**
 * Returns the path of a thread's program as plain JavaScript, rebuilt when its source has changed: Node strips types
 * with WebAssembly, again in each thread, which may end the process (docs/decisions/001-runtime.md).
 */
export function findThreadProgram(name: ThreadProgram): string {
  const path = found.get(name) ?? findProgram(OURS, name);
  found.set(name, path);
  return path;
}

export function findProgram(place: ProgramPlace, name: string): string {
  return join(place.folder, requirePrograms(place).folder, `${name}.cjs`);
}

export function requirePrograms(place: ProgramPlace = OURS): BuiltPrograms {
  const built = readCurrent(place);
  if (built !== null) return built;
  build(place);
  const fresh = readBuilt(place);
  if (fresh === null) throw new Error(`no programs of threads were built in ${place.folder}`);
  return fresh;
}

/** Runs in a process of its own: the bundler is large, and usually there is nothing to build. */
function build(place: ProgramPlace): void {
  const { status, stderr } = spawnSync(process.execPath, [BUILD, JSON.stringify(place)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the programs of threads could not be built: ${stderr}`);
}

const manifestOf = ({ folder }: ProgramPlace) => join(folder, 'built.json');

function readCurrent(place: ProgramPlace): BuiltPrograms | null {
  const built = readBuilt(place);
  return built !== null && built.content === hashContent(place, built.inputs) ? built : null;
}

function readBuilt(place: ProgramPlace): BuiltPrograms | null {
  try {
    return JSON.parse(readFileSync(manifestOf(place), 'utf8')) as BuiltPrograms;
  } catch {
    return null;
  }
}

/** Hash of the sources and of what builds them; null when one of them is gone. */
export function hashContent({ root, sources }: ProgramPlace, inputs: readonly string[]): string | null {
  const hash = createHash('sha256').update(JSON.stringify(sources));
  const bundler = join(ROOT, 'node_modules', 'vite', 'package.json');
  try {
    for (const path of [BUILD, bundler, ...inputs.map((input) => join(root, input))]) {
      const bytes = readFileSync(path);
      hash.update(`${path.slice(root.length)} ${bytes.byteLength}\n`).update(bytes);
    }
    return hash.digest('hex');
  } catch {
    return null;
  }
}

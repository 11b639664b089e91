import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const COMPILER = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    lib: ['ES2024', 'DOM', 'DOM.AsyncIterable'],
    types: ['node'],
    noEmit: true,
    composite: false,
    emitDeclarationOnly: false,
    declaration: false,
  },
  include: ['*.mts', '*.ts'],
};

/** Makes a folder for programs that only the test has; it finds the packages of this repository. */
export async function makeCompiledFolder(): Promise<string> {
  const parent = join(ROOT, '.cache', 'test');
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, 'program-'));
}

/** Checks the programs in such a folder with the compiler. */
export async function compileFolder(folder: string): Promise<void> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(`the compiler refuses the program:\n${error.stdout}`);
  });
}

import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '..', '..', '..');

export interface GeneratedClient {
  runMainJob: (baseUrl: string, administrator: { email: string; password: string }) => Promise<object>;
  folder: string;
}

/**
 * Writes the types of the API description into a new folder, next to the main job, and checks both with the compiler.
 */
export async function generateClient(description: object): Promise<GeneratedClient> {
  const parent = join(ROOT, '.cache', 'test');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'api-client-'));
  await writeFile(join(folder, 'paths.d.ts'), await generateTypes(description));
  await copyFile(join(HERE, 'main-job.mts'), join(folder, 'main-job.mts'));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
  await compile(folder);
  const { runMainJob: run } = (await import(join(folder, 'main-job.mts'))) as Pick<GeneratedClient, 'runMainJob'>;
  return { runMainJob: run, folder };
}

const COMPILER = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    lib: ['ES2024', 'DOM'],
    noEmit: true,
    composite: false,
    emitDeclarationOnly: false,
    declaration: false,
  },
  include: ['*.mts', '*.d.ts'],
};

/** The generator builds its output as the compiler's own syntax tree, which TypeScript 7 no longer offers. */
async function generateTypes(description: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
  });
  try {
    const { default: openapiTypescript, astToString } = await import('openapi-typescript');
    return astToString(await openapiTypescript(JSON.stringify(description)));
  } finally {
    hooks.deregister();
  }
}

async function compile(folder: string): Promise<void> {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(`the main job does not fit the description:\n${error.stdout}`);
  });
}

import { copyFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFolder, makeCompiledFolder } from './compile.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

export interface GeneratedClient {
  runMainJob: (baseUrl: string, administrator: { email: string; password: string }) => Promise<object>;
  folder: string;
}

/**
 * Writes the types of the API description into a new folder, next to the main job, and checks both with the compiler.
 */
export async function generateClient(description: object): Promise<GeneratedClient> {
  const folder = await makeCompiledFolder();
  await writeFile(join(folder, 'paths.d.ts'), await generateTypes(description));
  await copyFile(join(HERE, 'main-job.mts'), join(folder, 'main-job.mts'));
  await compileFolder(folder);
  const { runMainJob: run } = (await import(join(folder, 'main-job.mts'))) as Pick<GeneratedClient, 'runMainJob'>;
  return { runMainJob: run, folder };
}

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

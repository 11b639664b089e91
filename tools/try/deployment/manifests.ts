import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { checkReferences, type Manifest } from './references.ts';
import { TOOLS } from './tools.ts';

const TYPESCRIPT = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

type Model = new (manifest: unknown) => { validate(): void };

export async function checkManifests(text: string): Promise<string[]> {
  const documents = parseAllDocuments(text);
  const broken = documents.flatMap(({ errors }) => errors.map(({ message }) => message));
  if (broken.length > 0) return broken;
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const values = (await Promise.all(manifests.map(checkValues))).flat();
  return [...values, ...checkTypes(manifests), ...checkReferences(manifests)];
}

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const modulesOf = ({ apiVersion }: Manifest) => `kubernetes-models/${apiVersion}`;

/** Validates against the schema of the Kubernetes API, which accepts unknown fields. */
async function checkValues(manifest: Manifest): Promise<string[]> {
  const path = join(TOOLS, 'node_modules', modulesOf(manifest), 'index.js');
  try {
    const Kind = ((await import(pathToFileURL(path).href)) as Record<string, Model | undefined>)[manifest.kind];
    if (Kind === undefined) return [`${nameOf(manifest)}: ${manifest.apiVersion} has no such kind`];
    new Kind(manifest).validate();
    return [];
  } catch (error) {
    return [`${nameOf(manifest)}: ${(error as Error).message}`];
  }
}

/**
 * Validates against the API's types, which refuse unknown fields: one file for each manifest, checked by TypeScript.
 */
function checkTypes(manifests: readonly Manifest[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-manifests-'));
  try {
    const files = manifests.map((manifest, at) => {
      const file = join(folder, `${manifest.kind}-${manifest.metadata.name}-${at}.ts`);
      writeFileSync(
        file,
        `import type { I${manifest.kind} as Expected } from '${modulesOf(manifest)}';\n` +
          `export const manifest: Expected = ${JSON.stringify(manifest, null, 2)};\n`,
      );
      return file;
    });
    const paths = { 'kubernetes-models/*': [join(TOOLS, 'node_modules/kubernetes-models/*')] };
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      paths,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { status, stdout } = spawnSync(process.execPath, [TYPESCRIPT, '--project', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      cwd: folder,
    });
    const lines = stdout.split('\n').filter((line) => line.includes('error TS'));
    return status === 0 || lines.length > 0 ? lines : [`TypeScript ended with ${status}: ${stdout}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

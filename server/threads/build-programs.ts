// Builds the programs of threads (thread-programs.ts): those of a given place, or the portal's if they are outdated.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'vite';
import { hashContent, requirePrograms, type BuiltPrograms, type ProgramPlace } from './thread-programs.ts';

/** How long a running server may start threads of the program version that it began with. */
const OLD_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** Bundles into `draft`; returns every file that was built in. */
async function bundle({ root, sources }: ProgramPlace, draft: string): Promise<string[]> {
  const inputs = new Set<string>();
  await build({
    root,
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'list-inputs',
        generateBundle(_, output) {
          for (const file of Object.values(output)) {
            if (file.type === 'chunk') for (const id of file.moduleIds) if (!id.startsWith('\0')) inputs.add(id);
          }
        },
      },
    ],
    build: {
      ssr: true,
      outDir: draft,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(sources).map(([name, path]) => [name, join(root, path)])),
        // CommonJS: when a module loads such a package, Node scans it with WebAssembly, too.
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
      },
    },
  });
  return [...inputs].map((id) => relative(root, id)).sort();
}

const isChangedSince = (path: string, time: number) => statSync(path).mtimeMs >= time;

async function buildPrograms(place: ProgramPlace): Promise<void> {
  mkdirSync(place.folder, { recursive: true });
  const startedAt = Date.now();
  const draft = join(place.folder, `building-${process.pid}`);
  const inputs = await bundle(place, draft);
  const content = hashContent(place, inputs);
  // A file that changes during the build leads to another build.
  const isSure = content !== null && !inputs.some((input) => isChangedSince(join(place.root, input), startedAt));
  const folder = isSure ? content.slice(0, 16) : `unsure-${startedAt}-${process.pid}`;
  publish(join(place.folder, folder), draft);
  const built: BuiltPrograms = { folder, inputs, content: isSure ? content : '' };
  const list = join(place.folder, `built.json.${process.pid}`);
  writeFileSync(list, JSON.stringify(built));
  renameSync(list, join(place.folder, 'built.json'));
  removeOld(place.folder, folder);
}

/** Another process may already have built the same. */
function publish(folder: string, draft: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    rmSync(draft, { recursive: true });
  }
}

function removeOld(folder: string, current: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name === current || name === 'built.json') continue;
    if (!isChangedSince(path, Date.now() - OLD_AFTER_MS)) rmSync(path, { recursive: true, force: true });
  }
}

const place = process.argv[2];
if (place === undefined) requirePrograms();
else await buildPrograms(JSON.parse(place) as ProgramPlace);

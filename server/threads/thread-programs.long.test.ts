import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProgram, findThreadProgram, THREAD_ARGUMENTS, type ProgramPlace } from './thread-programs.ts';

let place: ProgramPlace;
beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'tunedesk-threads-'));
  place = { root, folder: join(root, 'built'), sources: { greeting: 'greeting.ts' } };
  await write(
    'greeting.ts',
    "import { parentPort } from 'node:worker_threads';\nimport { word } from './word.ts';\nparentPort?.postMessage(word);\n",
  );
  await write('word.ts', "export const word: string = 'first';\n");
});
afterEach(() => rm(place.root, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(place.root, name), text);

/** Resolves with the first message of a thread, or its error. */
async function firstMessage(program: string): Promise<unknown> {
  const thread = new Worker(program, { env: {}, execArgv: THREAD_ARGUMENTS });
  try {
    return await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  } finally {
    await thread.terminate();
  }
}

const run = () => firstMessage(findProgram(place, 'greeting'));

test('a program is rebuilt when it or one of its imports changes, and only then', async () => {
  expect(await run()).toBe('first');
  const first = findProgram(place, 'greeting');
  const builtAt = await stat(join(place.folder, 'built.json'));
  expect(findProgram(place, 'greeting')).toBe(first);
  expect(await stat(join(place.folder, 'built.json'))).toEqual(builtAt);

  await write('word.ts', "export const word: string = 'other';\n");
  expect(await run()).toBe('other');
  await write(
    'greeting.ts',
    "import { parentPort } from 'node:worker_threads';\nimport { more } from './more.ts';\nparentPort?.postMessage(more);\n",
  );
  await write('more.ts', "export const more: string = 'a new file';\n");
  expect(await run()).toBe('a new file');
  await rm(join(place.root, 'word.ts'));
  expect(await run()).toBe('a new file');
  // A running server starts further threads of the program that it began with.
  expect(await firstMessage(first)).toBe('first');
});

test('a program that cannot be built is an error that names the reason', async () => {
  await rm(join(place.root, 'word.ts'));
  expect(() => findProgram(place, 'greeting')).toThrow(/word\.ts/);
});

test('an error in a thread names the line of its source', async () => {
  await write(
    'word.ts',
    "interface Word {\n  text: string;\n}\nexport const word: Word = { text: '' };\nthrow new Error('broken');\n",
  );
  await expect(run()).rejects.toMatchObject({ stack: expect.stringContaining('word.ts:5:') as string });
});

/** Loaded before a thread's program: records each use of WebAssembly, including Node's own. */
const SPY = `
const { parentPort } = require('node:worker_threads');
let uses = 0;
for (const name of ['Module', 'Instance', 'Memory', 'compile', 'instantiate', 'validate']) {
  const original = WebAssembly[name];
  WebAssembly[name] = new Proxy(original, {
    apply: (...call) => { uses += 1; return Reflect.apply(...call); },
    construct: (...call) => { uses += 1; return Reflect.construct(...call); },
  });
}
setInterval(() => parentPort.postMessage({ uses }), 5);
`;

/** How often a thread has used WebAssembly by the time it is ready and a little later. */
async function usesOfWasm(
  program: string | URL,
  isReady: (message: object) => boolean,
  task: { name: string; input: object } | null = null,
): Promise<number> {
  const spy = join(place.root, 'spy.cjs');
  await writeFile(spy, SPY);
  const thread = new Worker(program, {
    env: {},
    execArgv: [...THREAD_ARGUMENTS, '--require', spy],
    workerData: { isToBeWarm: true },
  });
  const uses = new Promise<number>((resolve, reject) => {
    let ready = false;
    thread.once('error', reject).on('message', (message: { uses?: number }) => {
      if (message.uses === undefined) ready ||= isReady(message);
      else if (ready) resolve(message.uses);
    });
  });
  if (task !== null) thread.postMessage(task, []);
  try {
    return await uses;
  } finally {
    await thread.terminate();
  }
}

const hasResult = (message: object) => 'result' in message;
const HASHING = { name: 'update', input: { id: 1, bytes: new Uint8Array(1000), isFirst: true } };
const PASSWORD = { name: 'hash', input: { password: 'Copper-Lathe-88' } };

test('threads that start and end load no WebAssembly', async () => {
  const ready = (message: object) => 'ready' in message;
  for (let round = 0; round < 8; round += 1) {
    expect(await usesOfWasm(findThreadProgram('ecu'), ready)).toBe(0);
    expect(await usesOfWasm(findThreadProgram('sha256'), hasResult, HASHING)).toBe(0);
  }
});

test('a program run as TypeScript loads WebAssembly', async () => {
  const source = new URL('../../features/files/analysis/server/worker.ts', import.meta.url);
  expect(await usesOfWasm(source, (message) => 'ready' in message)).toBeGreaterThan(0);
});

test('the program that hashes passwords loads no WebAssembly either', async () => {
  expect(await usesOfWasm(findThreadProgram('argon2'), hasResult, PASSWORD)).toBe(0);
});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('every thread of the server is started with a built program', async () => {
  const listed = ['app', 'features', 'server'].map(async (folder) =>
    (await readdir(join(ROOT, folder), { recursive: true })).map((name) => join(folder, name)),
  );
  const names = (await Promise.all(listed)).flat().filter((path) => !path.includes('/web/'));
  const starting: string[] = [];
  for (const name of names.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))) {
    const text = await readFile(join(ROOT, name), 'utf8');
    const starts = text.match(/new Worker\b/g)?.length ?? 0;
    if (starts === 0) continue;
    starting.push(name);
    expect(text.match(/Worker\(findThreadProgram\(/g), name).toHaveLength(starts);
  }
  expect(starting.sort()).toEqual(['app/server/api-reference/api-reference.ts', 'server/threads/work-thread.ts']);
});

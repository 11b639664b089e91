import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The launcher is plain JavaScript for any Node; these are the types of the tested functions. */
interface Launcher {
  installPackages: (
    folder: string,
    how: { node: string; withTools: boolean; what: string; verify: () => Promise<string[]> },
  ) => Promise<void>;
  trimPackages: (folder: string) => void;
  isInstalled: (folder: string, how: { node: string; withTools: boolean }) => boolean;
}
const load = async (name: string) => (await import(new URL(name, import.meta.url).href)) as Launcher;
const { installPackages } = await load('install.mjs');
const { isInstalled } = await load('installed.mjs');
const { trimPackages } = await load('trim.mjs');

const PACKAGES = {
  'node_modules/engine': ['index.js', 'index.d.ts', 'lib/a.js', 'lib/b.js'],
  'node_modules/@scope/native': ['a.node'],
};

const FILES = Object.entries(PACKAGES).flatMap(([path, files]) => files.map((file) => `${path}/${file}`));

/** Stub of npm: creates every missing package, and counts its runs. */
const NPM = `
  const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
  const { dirname, join } = require('node:path');
  const folder = process.argv[process.argv.indexOf('--prefix') + 1];
  appendFileSync(join(folder, 'npm-was-run'), process.version + '\\n');
  const installed = {};
  for (const [path, files] of Object.entries(${JSON.stringify(PACKAGES)})) {
    installed[path] = { version: '1.0.0' };
    if (existsSync(join(folder, path, 'package.json'))) continue;
    for (const file of ['package.json', ...files]) {
      mkdirSync(dirname(join(folder, path, file)), { recursive: true });
      writeFileSync(join(folder, path, file), '{}');
    }
  }
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
`;

let folder: string;
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-install-'));
  const packages = Object.fromEntries(Object.keys(PACKAGES).map((path) => [path, { version: '1.0.0' }]));
  const library = { library: { version: '1.0.0' }, 'node_modules/library': { resolved: 'library', link: true } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages, ...library } }));
  mkdirSync(join(folder, 'npm'));
  writeFileSync(join(folder, 'npm/npm-cli.js'), NPM);
  vi.stubEnv('npm_execpath', join(folder, 'npm/npm-cli.js'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** `faults` are the faults that the verification finds, one list for each run. */
function install(...faults: string[][]): Promise<void> {
  const verify = () => Promise.resolve(faults.shift() ?? []);
  return installPackages(folder, { node: process.execPath, withTools: false, what: 'a portal', verify });
}
const installTools = () =>
  installPackages(folder, {
    node: process.execPath,
    withTools: true,
    what: 'a portal',
    verify: () => Promise.resolve([]),
  });
const timesRun = () => {
  const path = join(folder, 'npm-was-run');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
};
const isMarked = (node = process.version) => isInstalled(folder, { node, withTools: false });

test('an install is marked once its native modules load, and the next start does not repeat it', async () => {
  await install();
  expect([isMarked(), timesRun()]).toEqual([true, 1]);
  await install(['must not be asked']);
  expect(timesRun()).toBe(1);
});

test('an install whose native modules do not load is repeated, and never marked if that does not help', async () => {
  await install(['argon2 (not found)'], []);
  expect([isMarked(), timesRun()]).toEqual([true, 2]);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  const failing = install(['argon2 (not found)'], ['argon2 (not found)']);
  await expect(failing).rejects.toThrow('installed and do not work on this machine: argon2 (not found)');
  expect(isMarked()).toBe(false);
});

test('a complete install by another npm is verified, and installed again only if it does not load', async () => {
  await install();
  rmSync(join(folder, 'node_modules/.tunedesk-installed'));
  await install();
  expect([isMarked(), timesRun()]).toEqual([true, 1]);
  rmSync(join(folder, 'node_modules/.tunedesk-installed'));
  await install(['sharp (another Node)'], []);
  expect([isMarked(), timesRun()]).toEqual([true, 2]);
});

test.each(['node_modules/engine', 'node_modules/engine/lib', 'node_modules/engine/lib/b.js', 'node_modules/@scope'])(
  'a marked install that lost %s repairs itself',
  async (lost) => {
    await install();
    rmSync(join(folder, lost), { recursive: true });
    expect(isMarked()).toBe(false);
    await install();
    expect([isMarked(), timesRun()]).toEqual([true, 2]);
    for (const file of FILES) expect([file, existsSync(join(folder, file))]).toEqual([file, !file.endsWith('.d.ts')]);
  },
);

const TYPES = 'node_modules/engine/index.d.ts';
const has = (path: string) => existsSync(join(folder, path));

test('a trimmed install is repeated when tools are needed, including what they need', async () => {
  await install();
  expect([has(TYPES), timesRun()]).toEqual([false, 1]);
  await installTools();
  expect([FILES.filter(has), timesRun(), has('.cache/packages-before')]).toEqual([FILES, 2, false]);
  await install();
  expect([isMarked(), has(TYPES), timesRun()]).toEqual([true, true, 2]);
});

test('if installing the tools fails or is interrupted, the previous install is restored', async () => {
  await install();
  const npm = join(folder, 'npm/npm-cli.js');
  writeFileSync(npm, `${NPM}\nprocess.exit(1);`);
  await expect(installTools()).rejects.toThrow('could not install a portal');
  expect([isMarked(), has(TYPES), timesRun()]).toEqual([true, false, 2]);
  mkdirSync(join(folder, '.cache'), { recursive: true });
  renameSync(join(folder, 'node_modules'), join(folder, '.cache/packages-before'));
  mkdirSync(join(folder, 'node_modules/engine'), { recursive: true });
  await install();
  expect([isMarked(), has('node_modules/engine/index.js'), timesRun()]).toEqual([true, true, 2]);
});

test('an install verified with another Node or marked by an earlier version is verified again', async () => {
  await install();
  expect(isMarked('v18.20.4')).toBe(false);
  writeFileSync(join(folder, 'node_modules/.tunedesk-installed'), JSON.stringify({ withTools: true }));
  expect(isMarked()).toBe(false);
  await install();
  expect([isMarked(), timesRun()]).toEqual([true, 1]);
});

test('a linked package of this repository never counts as missing', async () => {
  mkdirSync(join(folder, 'library'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync('../library', join(folder, 'node_modules/library'));
  writeFileSync(join(folder, 'library/one.js'), '');
  await install();
  rmSync(join(folder, 'library/one.js'));
  expect(isMarked()).toBe(true);
  rmSync(join(folder, 'node_modules/library'));
  await install();
  expect([isMarked(), timesRun()]).toEqual([true, 1]);
});

const UNPRIVILEGED_UID = 65_534;
const WRITABLE = fileURLToPath(new URL('writable.mjs', import.meta.url));
const startAsOtherUser = (program: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    uid: UNPRIVILEGED_UID,
    gid: UNPRIVILEGED_UID,
    cwd: '/',
    encoding: 'utf8',
  });
const canRunAsOtherUser =
  process.getuid?.() === 0 &&
  startAsOtherUser(`import fs from 'node:fs'; fs.readFileSync(${JSON.stringify(WRITABLE)})`).status === 0;

test.skipIf(!canRunAsOtherUser)(
  'a service user who must write to a checkout owned by root gets a one-sentence refusal',
  () => {
    const expected = join(folder, 'checkout', '.cache');
    chmodSync(folder, 0o755);
    const ended = startAsOtherUser(
      `import { requireWritable } from ${JSON.stringify(pathToFileURL(WRITABLE).href)};
     try { requireWritable(${JSON.stringify(expected)}); } catch (error) { console.log(error.message); }`,
    );
    expect(ended.stdout).toMatch(
      /^\S+ cannot be written by the user who starts Tunedesk \(\w+\), .*; give the folder to that user \(chown -R \w+ \S+\), or run "npm run build" as its owner\.\n$/,
    );
    expect(existsSync(join(folder, 'checkout'))).toBe(false);
  },
);

test('an install without tools has what is needed to run and build, and licences, but no developer documentation or parts of tools', () => {
  const packages = {
    '': { dependencies: { engine: '1' }, optionalDependencies: { motor: '1' } },
    'node_modules/engine': { version: '1', optionalDependencies: { shared: '1' } },
    'node_modules/compiler': { version: '1', devOptional: true, optionalDependencies: { binary: '1', shared: '1' } },
    ...Object.fromEntries(
      ['binary', 'motor', 'shared'].map((name) => [`node_modules/${name}`, { version: '1', optional: true }]),
    ),
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  const put = (path: string) => {
    mkdirSync(join(folder, 'node_modules', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', path), '{}');
  };
  const stay = [
    '@smithy/core/dist-cjs/index.js',
    '@tanstack/query/build/modern/a.js',
    'engine/LICENSE.md',
    'engine/a.css',
    'engine/a.js',
    'engine/lib/test/a.js',
    'engine/map.json',
    'engine/node_modules/inner/a.cjs',
    'motor/a.node',
    'react-dom/cjs/react-dom-server.node.production.js',
    'shared/a.mjs',
    'zod/index.js',
  ];
  const go = [
    '@smithy/core/dist-es/index.js',
    '@tanstack/query/build/legacy/a.js',
    'binary/a.js',
    'compiler/a.js',
    'engine/README.md',
    'engine/a.d.mts',
    'engine/a.js.map',
    'engine/lib/a.d.ts',
    'engine/lib/a.ts',
    'engine/node_modules/inner/a.d.cts',
    'engine/node_modules/inner/tests/a.js',
    'engine/prebuilds/android/a.bare',
    'engine/test/a.js',
    'motor/lib/a.a',
    'react-dom/cjs/react-dom-profiling.profiling.js',
    'zod/index.cjs',
  ];
  for (const path of [...stay, ...go]) put(path);
  trimPackages(folder);
  const all = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  const left = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(left.map((path) => path.slice(join(folder, 'node_modules/').length)).toSorted()).toEqual(stay);
  expect(existsSync(join(folder, 'node_modules/engine/prebuilds'))).toBe(false);
});

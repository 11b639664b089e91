import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
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
  isReady: (folder: string, how: { node: string; withTools: boolean }) => boolean;
}
const INSTALL = new URL('install.mjs', import.meta.url);
const { installPackages, isReady } = (await import(INSTALL.href)) as Launcher;

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
  const tool = process.argv.includes('--include=dev') ? { 'node_modules/tool': [] } : {};
  for (const [path, files] of Object.entries({ ...${JSON.stringify(PACKAGES)}, ...tool })) {
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
  const tool = { 'node_modules/tool': { version: '1.0.0', dev: true } };
  const library = { library: { version: '1.0.0' }, 'node_modules/library': { resolved: 'library', link: true } };
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { '': {}, ...packages, ...tool, ...library } }),
  );
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
const isMarked = (withTools = false) => isReady(folder, { node: process.execPath, withTools });

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

test('an install by another npm is completed and verified', async () => {
  await install();
  rmSync(join(folder, 'node_modules/.tunedesk-installed'));
  await install(['sharp (another Node)'], []);
  expect([isMarked(), timesRun()]).toEqual([true, 3]);
});

test.each([
  ['ENOSPC: no space left on device', 'There is no space left on the disk.'],
  ['getaddrinfo EAI_AGAIN registry.example', 'The npm registry could not be reached: it needs a network.'],
  ['EINTEGRITY', 'The lines above say why.'],
])('a failure of npm is explained: %s', async (line, cause) => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  writeFileSync(join(folder, 'npm/npm-cli.js'), `console.error('npm error ${line}'); process.exit(7);`);
  await expect(install()).rejects.toThrow(`npm could not install a portal (exit code 7). ${cause}`);
  expect(isMarked()).toBe(false);
});

test.each(['node_modules/engine', 'node_modules/engine/package.json', 'node_modules/@scope'])(
  'a marked install that lost %s repairs itself',
  async (lost) => {
    await install();
    rmSync(join(folder, lost), { recursive: true });
    expect(isMarked()).toBe(false);
    await install();
    expect([isMarked(), timesRun()]).toEqual([true, 2]);
    for (const file of FILES) expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
  },
);

test('tools are added to an install without them, and stay', async () => {
  await install();
  await installTools();
  expect([isMarked(true), timesRun()]).toEqual([true, 2]);
  await install();
  expect([isMarked(), timesRun()]).toEqual([true, 2]);
});

test('if installing the tools fails, the portal still starts with what was there', async () => {
  await install();
  writeFileSync(join(folder, 'npm/npm-cli.js'), `${NPM}\nprocess.exit(1);`);
  await expect(installTools()).rejects.toThrow('could not install a portal');
  await install(['must not be asked']);
  expect([isMarked(), timesRun()]).toEqual([true, 2]);
});

test('an install verified with another Node or marked by an earlier version is verified again', async () => {
  await install();
  const marker = join(folder, 'node_modules/.tunedesk-installed');
  const ofOtherNode = { ...(JSON.parse(readFileSync(marker, 'utf8')) as object), node: 'v18.20.4' };
  for (const written of [ofOtherNode, { withTools: false }]) {
    writeFileSync(marker, JSON.stringify(written));
    expect(isMarked()).toBe(false);
    await install();
    expect(isMarked()).toBe(true);
  }
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
const WRITABLE = fileURLToPath(INSTALL);
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

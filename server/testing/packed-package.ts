import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';

/** There is no registry at this address, so an install that needs one fails. */
const environment = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  npm_config_registry: 'http://127.0.0.1:9',
};

/** Runs a program of Node in a folder and returns what it prints; the test fails when the program does. */
export function runNode(cwd: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd, env: environment, encoding: 'utf8' });
  expect(status, `${words.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

/** Packs a workspace and installs it somewhere else; returns the folder it is installed in. */
export async function installPacked(workspace: string): Promise<{ folder: string; remove: () => void }> {
  const [folder, packed] = [
    mkdtempSync(join(tmpdir(), 'tunedesk-package-')),
    mkdtempSync(join(tmpdir(), 'tunedesk-packed-')),
  ];
  const { npmProgram } = (await import(new URL('../../tools/launcher/npm.mjs', import.meta.url).href)) as {
    npmProgram: (node: string) => string;
  };
  const npm = npmProgram(process.execPath);
  runNode(workspace, npm, 'pack', '--ignore-scripts=false', '--pack-destination', packed);
  const [tarball = ''] = readdirSync(packed);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'somewhere-else', type: 'module' }));
  runNode(folder, npm, 'install', '--offline', '--no-audit', '--no-fund', join(packed, tarball));
  rmSync(packed, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmSettings } from './npm-settings.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The user for the cases that do not run as root. */
export const OWNER = { name: 'owner', id: 1000, home: '/srv/owner' };

/** Files that give the root this machine's network settings and trusted certificates. */
const OF_THIS_MACHINE = ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt'];

const run = (command: string, words: string[]) =>
  execFileSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] });

/**
 * Creates a Debian 12 with only its base system, its own Node 18 and npm, and the certificates, in `folder` unless it
 * exists.
 */
export function makeDebian(folder: string): void {
  if (!existsSync(join(folder, 'usr/bin/npm'))) installDebian(folder);
  addOwner(folder);
}

function installDebian(folder: string): void {
  if (spawnSync('mmdebstrap', ['--version']).error) installMmdebstrap();
  mkdirSync(dirname(folder), { recursive: true });
  console.log(`Making a Debian 12 in ${folder} …`);
  const packages = '--include=nodejs,npm,ca-certificates';
  run('mmdebstrap', [
    '--variant=minbase',
    packages,
    '--aptopt=Acquire::Languages "none"',
    '--dpkgopt=force-unsafe-io',
    '--quiet',
    'bookworm',
    folder,
  ]);
}

function addOwner(folder: string): void {
  const users = join(folder, 'etc/passwd');
  if (readFileSync(users, 'utf8').includes(`${OWNER.name}:`)) return;
  appendFileSync(users, `${OWNER.name}:x:${OWNER.id}:${OWNER.id}::${OWNER.home}:/bin/sh\n`);
  appendFileSync(join(folder, 'etc/group'), `${OWNER.name}:x:${OWNER.id}:\n`);
  mkdirSync(join(folder, OWNER.home), { recursive: true });
  giveToOwner(join(folder, OWNER.home));
}

function installMmdebstrap(): void {
  console.log('mmdebstrap is missing here; installing it with apt-get …');
  run('apt-get', ['update', '--quiet']);
  run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'mmdebstrap']);
}

/**
 * Copies settings that differ between machines, and the accounts at package registries: added at run time, removed with
 * the root.
 */
export function lendSettings(folder: string): void {
  for (const path of OF_THIS_MACHINE) if (existsSync(path)) copyFileSync(path, join(folder, path));
  for (const home of ['/root', OWNER.home]) {
    const path = join(folder, home, '.npmrc');
    writeFileSync(path, npmSettings(), { mode: 0o600 });
    if (home === OWNER.home) giveToOwner(path);
  }
}

/** Copies the files that git tracks or would add, without anything installed, built or stored. */
export function copyCheckout(target: string, owner: 'root' | 'owner'): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT,
  });
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    if (!existsSync(join(PROJECT, path))) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(PROJECT, path), join(target, path), { verbatimSymlinks: true });
  }
  chmodSync(target, 0o755);
  if (owner === 'owner') giveToOwner(target);
}

const giveToOwner = (path: string) => run('chown', ['-R', `${OWNER.id}:${OWNER.id}`, path]);

/** Returns the version of the root's Node, since the trial is about an old one. */
export const nodeVersionOf = (folder: string): string =>
  execFileSync('chroot', [folder, '/usr/bin/node', '--version'], { encoding: 'utf8' }).trim();

/** Returns Debian's version, for the message when something is missing. */
export const debianVersionOf = (folder: string): string =>
  readFileSync(join(folder, 'etc/debian_version'), 'utf8').trim();

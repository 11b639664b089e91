import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';

import { getPostgresPackage } from './postgres-package.ts';

/** Who runs PostgreSQL, from which binaries, and where its cluster lies. */
export type ClusterOwner = {
  place: string;
  binaries: string;
  /** Words put before every PostgreSQL command. */
  prefix: string[];
  /** Present when another user than ours has to run it. */
  identity?: { uid: number; gid: number };
};

/** Everything an unprivileged PostgreSQL needs when it may not look into our folders. */
const REACHABLE_ROOT = '/var/lib/tunedesk';

/**
 * PostgreSQL refuses to run as root, so root needs a stand-in: first a user namespace, which changes nothing on
 * disk; where that is refused or cannot reach the folder, a real unprivileged user.
 */
export function chooseClusterOwner(dataDir: string): ClusterOwner {
  const ownPlace = join(resolve(dataDir), 'postgresql');
  const binaries = join(getPostgresPackage().native, 'bin');
  const direct: ClusterOwner = { place: ownPlace, binaries, prefix: [] };
  if (process.getuid?.() !== 0 && hasName()) return prepared(direct);
  const unshared = { ...direct, prefix: unsharePrefix() };
  if (process.getuid?.() !== 0) return prepared(isUsable(unshared, dataDir) ? unshared : direct);
  const elsewhere = findRememberedPlace(dataDir);
  if (elsewhere === null && isUsable(unshared, dataDir)) return prepared(unshared);
  return asUnprivilegedUser(dataDir, ownPlace, elsewhere);
}

/** Containers like to run under an id that no user has; initdb does not. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function prepared(owner: ClusterOwner): ClusterOwner {
  makePrivateFolder(owner.place, owner.identity);
  const cluster = join(owner.place, 'cluster');
  const { uid, gid } = owner.identity ?? { uid: 0, gid: 0 };
  // Only root can find a cluster that an earlier start left to somebody else, and only root can hand it over.
  if (process.getuid?.() === 0 && existsSync(cluster) && statSync(cluster).uid !== uid) giveTo(cluster, { uid, gid });
  return owner;
}

function unsharePrefix(): string[] {
  const { uid, gid } = getUnprivilegedUser();
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
}

function asUnprivilegedUser(dataDir: string, ownPlace: string, elsewhere: string | null): ClusterOwner {
  const { uid, gid } = statSync(dataDir);
  const native = getPostgresPackage().native;
  if (uid !== 0 && elsewhere === null) {
    const owner: ClusterOwner = { place: ownPlace, binaries: join(native, 'bin'), prefix: [], identity: { uid, gid } };
    if (isUsable(owner, ownPlace)) return prepared(owner);
    owner.binaries = copyBinaries();
    if (isUsable(owner, ownPlace)) return prepared(owner);
  }
  const place = elsewhere ?? join(REACHABLE_ROOT, folderName(dataDir));
  const owner: ClusterOwner = { place, binaries: copyBinaries(), prefix: [], identity: getUnprivilegedUser() };
  if (!isUsable(owner, place)) {
    throw new Error(
      `PostgreSQL cannot run as root, and neither a user namespace nor an unprivileged user can use ${place}. ` +
        'Start Tunedesk as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  if (elsewhere === null) moveCluster(ownPlace, place, owner);
  writeFileSync(pointerPath(dataDir), `${place}\n`);
  return prepared(owner);
}

/** A data folder that was deleted and made anew is another folder: it must not find the old one's cluster. */
function folderName(dataDir: string): string {
  const { ino, birthtimeMs } = statSync(dataDir);
  return createHash('sha256')
    .update(`${resolve(dataDir)} ${ino} ${birthtimeMs}`)
    .digest('hex')
    .slice(0, 16);
}

/** Tries what PostgreSQL will do: enter the folder, write there, run its program. */
function isUsable(owner: ClusterOwner, folder: string): boolean {
  if (folder === owner.place) makePrivateFolder(folder, owner.identity);
  const script = 'touch "$1/probe" && rm "$1/probe" && exec "$2" --version';
  const [command, ...rest] = [...owner.prefix, 'sh', '-c', script, 'sh', folder, join(owner.binaries, 'postgres')];
  const answer = spawnSync(command, rest, { stdio: 'ignore', cwd: '/', ...owner.identity });
  return answer.status === 0;
}

function makeReachableRoot(): void {
  mkdirSync(REACHABLE_ROOT, { recursive: true });
  chmodSync(REACHABLE_ROOT, 0o755);
}

function makePrivateFolder(folder: string, identity: ClusterOwner['identity']): void {
  if (folder.startsWith(REACHABLE_ROOT)) makeReachableRoot();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (identity) chownSync(folder, identity.uid, identity.gid);
}

/** A cluster begun under other circumstances moves along; otherwise its owner would find an empty database. */
function moveCluster(from: string, to: string, owner: ClusterOwner): void {
  if (!owner.identity || !existsSync(join(from, 'cluster')) || existsSync(join(to, 'cluster'))) return;
  const draft = join(to, 'cluster.moving');
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(from, 'cluster'), draft, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  giveTo(draft, owner.identity);
  renameSync(draft, join(to, 'cluster'));
  renameSync(join(from, 'cluster'), join(from, 'cluster.moved'));
}

function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  lchownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid);
}

function copyBinaries(): string {
  const { native, version } = getPostgresPackage();
  const target = join(REACHABLE_ROOT, `postgresql-${version}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    makeReachableRoot();
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    for (const entry of ['', ...readdirSync(draft, { recursive: true, encoding: 'utf8' })])
      makeReadable(join(draft, entry));
    renameSync(draft, target);
  }
  return join(target, 'bin');
}

function makeReadable(path: string): void {
  const stat = statSync(path);
  if (stat.isDirectory() || (stat.mode & 0o100) !== 0) chmodSync(path, 0o755);
  else chmodSync(path, 0o644);
}

function pointerPath(dataDir: string): string {
  return join(dataDir, 'postgresql.place');
}

function findRememberedPlace(dataDir: string): string | null {
  const path = pointerPath(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/** For tests: what they made leaves nothing behind, wherever it had to lie. */
export function removeCluster(dataDir: string): void {
  const elsewhere = findRememberedPlace(dataDir);
  if (elsewhere !== null) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(join(resolve(dataDir), 'postgresql'), { recursive: true, force: true });
  rmSync(pointerPath(dataDir), { force: true });
}

/** initdb looks its user up by name, so an invented id will not do. */
function getUnprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const user = users.find(({ name }) => name === 'nobody') ?? users[0];
  if (!user) throw new Error('PostgreSQL cannot run as root, and this system has no other user.');
  return { uid: user.uid, gid: user.gid };
}

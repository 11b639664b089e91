import { spawnSync } from 'node:child_process';
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
} from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import { PLACE } from './postmaster-file.ts';
import type { PostgresPackage } from './older-postgres.ts';

type Identity = { uid: number; gid: number };

/** Who runs PostgreSQL, from which binaries, and where its cluster lies: always inside the data folder. */
export type ClusterOwner = {
  place: string;
  binaries: string;
  /** Words put before every PostgreSQL command. */
  prefix: string[];
  /** Set when PostgreSQL has to run as a user other than ours. */
  identity?: Identity;
};

/**
 * Chooses how PostgreSQL is run. It refuses to run as root, so root needs a stand-in: first a user namespace, which
 * changes nothing on disk; where that is refused or cannot reach the folder, a real unprivileged user. Throws when
 * neither works.
 */
export function chooseClusterOwner(dataDir: string, postgres: PostgresPackage): ClusterOwner {
  const place = join(resolve(dataDir), PLACE);
  const binaries = join(postgres.native, 'bin');
  const direct: ClusterOwner = { place, binaries, prefix: [] };
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && hasName()) return prepareOwner(direct);
  const unshared = { ...direct, prefix: unsharePrefix() };
  if (!isRoot) return prepareOwner(isUsable(unshared, dataDir) ? unshared : direct);
  return prepareOwner(isUsable(unshared, dataDir) ? unshared : asUnprivilegedUser(dataDir, direct, postgres));
}

/** Returns whether our user id has a name. Containers often run under an id without one, which initdb refuses. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function prepareOwner(owner: ClusterOwner): ClusterOwner {
  const { place, identity: { uid, gid } = { uid: 0, gid: 0 } } = owner;
  mkdirSync(place, { recursive: true, mode: 0o700 });
  // An earlier start, or a move, may have left it to another user; only root can see that and hand it over.
  if (process.getuid?.() === 0 && [place, join(place, 'cluster')].some((folder) => isOfAnother(folder, uid)))
    changeOwner(place, { uid, gid });
  return owner;
}

const isOfAnother = (folder: string, uid: number) => existsSync(folder) && statSync(folder).uid !== uid;

function unsharePrefix(): string[] {
  const { uid, gid } = getUnprivilegedUser();
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
}

/** Runs PostgreSQL as the user the data folder belongs to or, if that is root, as the system's unprivileged user. */
function asUnprivilegedUser(dataDir: string, direct: ClusterOwner, postgres: PostgresPackage): ClusterOwner {
  const { uid, gid } = statSync(dataDir);
  const identity = uid === 0 ? getUnprivilegedUser() : { uid, gid };
  const [outermost = dataDir, ...inner] = ownFolders(dataDir);
  const blocking = findBlockingFolder(dirname(outermost), identity);
  if (blocking !== null) throw new Error(describeForbiddenFolder(blocking, identity));
  for (const folder of [outermost, ...inner]) grantTraversal(folder, identity);
  const owner: ClusterOwner = { ...direct, identity };
  mkdirSync(owner.place, { recursive: true, mode: 0o700 });
  chownSync(owner.place, identity.uid, identity.gid);
  if (isUsable(owner, owner.place)) return owner;
  // This user may be unable to look into the program's folder, or to run what is there.
  owner.binaries = copyBinaries(dataDir, postgres);
  if (isUsable(owner, owner.place)) return owner;
  throw new Error(
    `PostgreSQL cannot run as root, and the user ${identity.uid} cannot run it in ${owner.place}. ` +
      'Start Tunedesk as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

const describeForbiddenFolder = (folder: string, { uid }: Identity) =>
  'PostgreSQL cannot run as root, this system has no user namespaces for it, and the unprivileged user ' +
  `${uid} that would run it may not enter ${folder}. Either let it through with: chmod o+x ${folder} ; or set ` +
  'DATA_DIR to a folder such as /var/lib/tunedesk; or start Tunedesk as an ordinary user; or set DATABASE_URL to a ' +
  'PostgreSQL of your own.';

/** Lists Tunedesk's own folders: that of the database and, around it, DATA_DIR. Others are not altered. */
function ownFolders(dataDir: string): string[] {
  const own = resolve(dataDir);
  return basename(own) === 'database' ? [dirname(own), own] : [own];
}

/** Lets a user pass through a folder but not list it: by way of its group, if the group has no rights yet. */
function grantTraversal(folder: string, identity: Identity): void {
  if (canEnter(folder, identity)) return;
  const { uid, mode } = statSync(folder);
  const isGroupFree = (mode & 0o070) === 0;
  if (isGroupFree) chownSync(folder, uid, identity.gid);
  chmodSync(folder, (mode & 0o7777) | (isGroupFree ? 0o010 : 0o001));
}

/** Returns the outermost folder on the path that this user may not pass through; null when there is none. */
function findBlockingFolder(folder: string, identity: Identity): string | null {
  const above = dirname(folder);
  const blocking = above === folder ? null : findBlockingFolder(above, identity);
  return blocking ?? (canEnter(folder, identity) ? null : folder);
}

/** Asks the kernel, because more rules apply than the mode shows. */
const canEnter = (folder: string, identity: Identity): boolean =>
  spawnSync('sh', ['-c', 'test -x "$1"', 'sh', folder], { stdio: 'ignore', cwd: '/', ...identity }).status === 0;

/** Tries what PostgreSQL will do: enter the folder, write there, run its program. */
function isUsable(owner: ClusterOwner, folder: string): boolean {
  const script = 'touch "$1/probe" && rm "$1/probe" && exec "$2" --version';
  const [command, ...rest] = [...owner.prefix, 'sh', '-c', script, 'sh', folder, join(owner.binaries, 'postgres')];
  return spawnSync(command, rest, { stdio: 'ignore', cwd: '/', ...owner.identity }).status === 0;
}

function changeOwner(folder: string, { uid, gid }: Identity): void {
  // Innermost first: if this is killed midway, the outer folders show that it is not done.
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted().toReversed())
    lchownSync(join(folder, entry), uid, gid);
  lchownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
}

/** Copies the program to a place where the user that runs it can reach it. */
function copyBinaries(dataDir: string, { native, version }: PostgresPackage): string {
  const target = join(resolve(dataDir), `program-${version}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
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

/** For tests: removes the cluster, so that they leave nothing behind. */
export function removeCluster(dataDir: string): void {
  rmSync(join(resolve(dataDir), PLACE), { recursive: true, force: true });
}

/** initdb looks its user up by name, so an invented id will not do. */
function getUnprivilegedUser(): Identity {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const user = users.find(({ name }) => name === 'nobody') ?? users[0];
  if (!user) throw new Error('PostgreSQL cannot run as root, and this system has no other user.');
  return { uid: user.uid, gid: user.gid };
}

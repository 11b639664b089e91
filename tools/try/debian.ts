// npm run try -- debian [FOLDER] [--write]: takes a clean checkout on a minimal Debian 12 with its own Node 18 to the
// first upload. Requires root, mmdebstrap, the network and some minutes. FOLDER keeps the Debian for the next time.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/testing/free-port.ts';
import { start, succeeds, type Place, type Running } from './debian/inside.ts';
import { copyCheckout, debianVersionOf, lendSettings, makeDebian, nodeVersionOf } from './debian/root.ts';
import { writeTrial } from './debian/report.ts';
import { ADMINISTRATOR, openLoginPage, readBack, uploadOnce } from './debian/use.ts';

interface Case extends Omit<Place, 'root'> {
  name: string;
  /** Whether the kernel grants user namespaces in this case. */
  namespaces: boolean;
}

const CASES: Case[] = [
  { name: 'root', user: 'root', entry: 'pivot', folder: '/srv/tunedesk', namespaces: true },
  { name: 'ordinary user', user: 'owner', entry: 'pivot', folder: '/srv/owner/tunedesk', namespaces: true },
  { name: 'root, no user namespaces', user: 'root', entry: 'chroot', folder: '/srv/confined', namespaces: false },
  {
    name: 'a path with spaces',
    user: 'owner',
    entry: 'pivot',
    folder: '/srv/owner/my workshop portal',
    namespaces: true,
  },
];

/** Time limit for a complete install from the network, on a busy machine. */
const FIRST_START_MS = 10 * 60_000;

type Row = {
  case: string;
  'user namespaces': string;
  'first start': string;
  'login page': string;
  upload: string;
  end: string;
  'after a restart': string;
  'after damage': string;
};

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

async function serve(place: Place, url: string): Promise<Running> {
  const settings = { PORT: new URL(url).port, HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const administrator = { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password };
  const running = start(place, ['npm', 'start'], { ...settings, ...administrator });
  const giveUpAt = Date.now() + FIRST_START_MS;
  while (!running.output().includes('Tunedesk is ready at')) {
    if (running.hasEnded() || Date.now() > giveUpAt) {
      await running.end();
      throw new Error(`it did not start:\n${running.output().split('\n').slice(-40).join('\n')}`);
    }
    await sleep(200);
  }
  return running;
}

function emptyFolder(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Starts again, as in a container recreated over the same folder: the same file must still be there. */
async function serveAgain(place: Place, url: string, sha256: string): Promise<string> {
  for (const outside of ['tmp', 'var/tmp', 'var/lib/tunedesk']) emptyFolder(join(place.root, outside));
  const since = Date.now();
  const running = await serve(place, url);
  const took = seconds(since);
  try {
    if ((await readBack(url)) !== sha256) throw new Error('another file than the one that was uploaded');
  } finally {
    await running.end();
  }
  return `same file, ${took}`;
}

/** Opens the login page, uploads a file and ends the portal; returns the SHA-256 of the uploaded file. */
async function use(running: Running, url: string, row: Row): Promise<string> {
  try {
    await openLoginPage(url);
    row['login page'] = 'served';
    const sha256 = await uploadOnce(url);
    row.upload = 'read back';
    return sha256;
  } finally {
    row.end = (await running.end()) ? 'when asked' : 'KILLED';
  }
}

async function tryCase(root: string, { namespaces, user, entry, folder }: Case, row: Row): Promise<void> {
  const place: Place = { root, user, entry, folder };
  const url = `http://127.0.0.1:${await freePort()}`;
  copyCheckout(join(root, place.folder), place.user);
  const granted = succeeds(place, ['unshare', '--user', 'true']);
  row['user namespaces'] = granted ? 'yes' : 'no';
  if (granted && !namespaces) throw new Error('this machine grants user namespaces even there; the case shows nothing');
  const since = Date.now();
  const running = await serve(place, url);
  row['first start'] = seconds(since);
  const sha256 = await use(running, url, row);
  if (row.end === 'KILLED') throw new Error('it did not end when it was asked to');
  row['after a restart'] = await serveAgain(place, url, sha256);
  for (const path of ['node_modules/@node-rs', 'node_modules/fastify/lib'])
    rmSync(join(root, place.folder, path), { recursive: true });
  row['after damage'] = await serveAgain(place, url, sha256);
}

async function tryAll(root: string, isWritten: boolean): Promise<boolean> {
  makeDebian(root);
  lendSettings(root);
  const versions = `Debian ${debianVersionOf(root)} with Node ${nodeVersionOf(root)}`;
  console.log(versions);
  const rows: Row[] = [];
  let isGood = true;
  for (const one of CASES) {
    console.log(`${one.name} …`);
    const nothing = {
      'first start': '-',
      'login page': '-',
      upload: '-',
      end: '-',
      'after a restart': '-',
      'after damage': '-',
    };
    const row: Row = { case: one.name, 'user namespaces': '-', ...nothing };
    rows.push(row);
    await tryCase(root, one, row).catch((error: Error) => {
      isGood = false;
      console.error(`${one.name}: ${error.message}`);
    });
    rmSync(join(root, one.folder), { recursive: true, force: true });
  }
  console.table(rows);
  if (isWritten) writeTrial(rows, versions);
  return isGood;
}

const words = process.argv.slice(2);
const [folder] = words.filter((word) => word !== '--write');
const isWritten = words.includes('--write');
if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('A Debian is made and entered as root, on Linux: start this as root.');
  process.exit(2);
}
const temporary = folder === undefined ? mkdtempSync(join(tmpdir(), 'tunedesk-debian-')) : null;
try {
  const root = temporary === null ? resolve(folder ?? '') : join(temporary, 'root');
  process.exitCode = (await tryAll(root, isWritten)) ? 0 : 1;
} finally {
  if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
}

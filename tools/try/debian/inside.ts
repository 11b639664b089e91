import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentForNpm } from './npm-settings.ts';
import { OWNER } from './root.ts';

/** Where and as which user something runs. */
export interface Place {
  root: string;
  /** Path inside the root. */
  folder: string;
  user: 'root' | 'owner';
  /** The kernel grants user namespaces to processes in the root of a mount, but to none in a chroot. */
  entry: 'pivot' | 'chroot';
}

/** When the command ends, its mounts and processes go with it, whatever it left behind. */
const ISOLATED = ['--mount', '--pid', '--fork', '--kill-child=KILL', '--'];

const MOUNTS = `
  root=$1; shift
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"`;

const ENTRIES: Record<Place['entry'], string> = {
  pivot: `set -e; ${MOUNTS}
    cd "$root"; mkdir -p .before; pivot_root . .before; umount -l /.before
    exec "$@"`,
  chroot: `set -e; ${MOUNTS}
    exec chroot "$root" "$@"`,
};

/** A first process for the namespace; it forwards the signal to end and reaps orphaned processes. */
const FIRST = 'cd "$1" && shift; "$@" & child=$!; trap "kill -TERM $child" TERM; wait $child; wait $child';

function wordsFor({ root, folder, user, entry }: Place, command: string[]): string[] {
  const asOwner = ['setpriv', `--reuid=${OWNER.id}`, `--regid=${OWNER.id}`, '--clear-groups', '--'];
  const inside = ['sh', '-c', FIRST, 'sh', folder, ...(user === 'owner' ? asOwner : []), ...command];
  return [...ISOLATED, 'sh', '-c', ENTRIES[entry], 'sh', root, ...inside];
}

function environmentOf({ user }: Place, extra: Record<string, string>) {
  const home = user === 'root' ? '/root' : OWNER.home;
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, TERM: 'dumb', ...environmentForNpm(), ...extra };
}

/** Runs a command until it ends; returns whether it succeeded. */
export const succeeds = (place: Place, command: string[]): boolean =>
  spawnSync('unshare', wordsFor(place, command), { env: environmentOf(place, {}), stdio: 'ignore' }).status === 0;

export interface Running {
  output(): string;
  hasEnded(): boolean;
  /** Asks it to end, and kills it if it does not within 30 s; returns whether it ended by itself. */
  end(): Promise<boolean>;
}

/** Starts a command and follows its output. */
export function start(place: Place, command: string[], extra: Record<string, string>): Running {
  const child = spawn('unshare', wordsFor(place, command), {
    env: environmentOf(place, extra),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { output: () => output, hasEnded, end: () => end(child, hasEnded) };
}

async function end(child: ChildProcess, hasEnded: () => boolean): Promise<boolean> {
  if (hasEnded()) return true;
  const first = firstInside(child.pid ?? 0);
  if (first !== null) process.kill(first, 'SIGTERM');
  for (let waited = 0; waited < 300 && !hasEnded(); waited += 1) await sleep(100);
  if (hasEnded()) return true;
  child.kill('SIGKILL');
  return false;
}

/** `unshare` itself does not forward signals; its only child is the first process inside. */
function firstInside(id: number): number | null {
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim();
  return children === '' ? null : Number(children.split(' ')[0]);
}

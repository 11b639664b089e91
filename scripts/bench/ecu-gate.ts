// What is no control unit's memory, and is it taken for one: npm run bench -- ecu-gate [--write]
// Files of the system that runs this, slices of them, and random bytes.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, readSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { inspect } from '../../ecu/index.ts';
import { markdownTable, writeSection } from './write-section.ts';

const FOLDERS = ['/usr', '/lib', '/opt', '/var/lib', '/var/cache', '/etc', '/boot'];
const FILES = 2000;
const SLICES = 1000;
const RANDOM = 100;
const SMALLEST_BYTES = 0x400;
const LARGEST_BYTES = 0x800000;
/** Sizes of memory chips, as a slice of anything may have them. */
const SLICE_SIZES = [0x8000, 0x10000, 0x40000, 0x80000, 0x100000, 0x200000];
const SEED = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '1';

interface Found {
  path: string;
  size: number;
}

function listFiles(folder: string, found: Found[]): Found[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return found;
  }
  for (const name of names) {
    const path = join(folder, name);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined || entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) listFiles(path, found);
    else if (entry.isFile() && entry.size >= SMALLEST_BYTES) found.push({ path, size: entry.size });
  }
  return found;
}

const orderOf = (text: string) => createHash('sha256').update(`${SEED} ${text}`).digest();
const inOrder = (files: Found[]) =>
  files
    .map((file) => ({ file, order: orderOf(file.path) }))
    .sort((one, other) => Buffer.compare(one.order, other.order))
    .map(({ file }) => file);

function readPart({ path }: Found, at: number, length: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, at));
  } finally {
    closeSync(file);
  }
}

interface Tried {
  kind: string;
  name: string;
  isAccepted: boolean;
  ms: number;
}

function tryBytes(kind: string, name: string, bytes: Uint8Array): Tried {
  const startedAt = performance.now();
  const { fileType, identification } = inspect(bytes);
  const ms = performance.now() - startedAt;
  return { kind, name, isAccepted: fileType === 'OK' || identification.outcome !== 'unknown', ms };
}

const all = inOrder(FOLDERS.flatMap((folder) => listFiles(folder, [])));
const whole = all.filter(({ size }) => size <= LARGEST_BYTES).slice(0, FILES);
const large = all.filter(({ size }) => size >= (SLICE_SIZES[0] as number) * 2).slice(0, SLICES);
const tried = [
  ...whole.map((file) => tryBytes('file', file.path, readPart(file, 0, file.size))),
  ...large.map((file) => {
    const order = orderOf(`slice ${file.path}`);
    const sizes = SLICE_SIZES.filter((size) => size <= file.size);
    const size = sizes[order.readUInt8(0) % sizes.length] as number;
    const at = order.readUInt32BE(1) % (file.size - size + 1);
    return tryBytes('slice', `${file.path} from ${at}, ${size} bytes`, readPart(file, at, size));
  }),
  ...Array.from({ length: RANDOM }, (_, index) => {
    const size = SLICE_SIZES[index % SLICE_SIZES.length] as number;
    return tryBytes('random', `${size} random bytes`, new Uint8Array(randomBytes(size)));
  }),
];
const accepted = tried.filter(({ isAccepted }) => isAccepted);
for (const { kind, name } of accepted) console.log(`accepted: ${kind} ${name}`);
const lines = ['file', 'slice', 'random'].map((kind) => {
  const ofKind = tried.filter((one) => one.kind === kind);
  const ms = ofKind.map((one) => one.ms).sort((one, other) => one - other);
  const worst = Math.round(ms.at(-1) ?? 0);
  return `| ${kind} | ${ofKind.length} | ${ofKind.filter((one) => one.isAccepted).length} | ${(ms[ms.length >> 1] ?? 0).toFixed(1)} / ${worst} |`;
});
const table = markdownTable(['What', 'tried', 'taken for a control unit', 'ms median / worst'], lines);
console.log(`\n${table}`);
if (process.argv.includes('--write')) {
  writeSection('ECU library on what is no control unit', [
    `${new Date().toISOString().slice(0, 10)} · \`npm run bench -- ecu-gate ${SEED} --write\` · files of the system that ran it, chosen by a hash of seed and path; slices have the sizes of memory chips`,
    table,
  ]);
}
process.exitCode = accepted.length > 0 ? 1 : 0;

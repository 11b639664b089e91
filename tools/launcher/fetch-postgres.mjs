// node tools/launcher/fetch-postgres.mjs MAJOR FOLDER: installs an earlier PostgreSQL into a folder, to read a
// database of that version once (server/database/older-postgres.ts).
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './folders.mjs';
import { linkPostgresLibraries } from './natives.mjs';
import { runNpmInstall } from './npm.mjs';

const [major, folder] = process.argv.slice(2);
const list = join(ROOT, 'tools', 'runtime', `postgresql-${major}`);
mkdirSync(folder, { recursive: true, mode: 0o700 });
for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(list, name), join(folder, name));
const code = await runNpmInstall(folder, { node: process.execPath, withTools: false });
if (code === 0) await linkPostgresLibraries(process.execPath, folder);
process.exitCode = code;

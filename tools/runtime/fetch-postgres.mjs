// node tools/runtime/fetch-postgres.mjs MAJOR FOLDER: installs an earlier PostgreSQL into a folder, to read a
// database of that version once (server/database/older-postgres.ts).
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../launcher/folders.mjs';
import { runNpmInstall } from '../launcher/install.mjs';

const [major, folder] = process.argv.slice(2);
const list = join(ROOT, 'tools', 'runtime', `postgresql-${major}`);
mkdirSync(folder, { recursive: true, mode: 0o700 });
for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(list, name), join(folder, name));
await runNpmInstall(folder, { node: process.execPath, withTools: false }, `PostgreSQL ${major}`);

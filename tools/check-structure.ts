// Fails with one line per finding. Findings that cannot be fixed at once are in structure-allowlist.json, which may
// only shrink.
import { readFileSync } from 'node:fs';

import { counted } from '../contract/counted.ts';
import { findForbiddenExports } from './structure/exports.ts';
import { listProjectFiles } from './structure/files.ts';
import { findUnknownKinds } from './structure/kinds.ts';
import { findForeignTables } from './structure/tables.ts';
import { findForbiddenText } from './structure/texts.ts';

console.log('Reading every file of the repository …');
const files = listProjectFiles();
const findings = [
  ...findUnknownKinds(files),
  ...findForbiddenExports(files),
  ...findForbiddenText(files),
  ...findForeignTables(files),
].sort();

const allowlistPath = new URL('structure-allowlist.json', import.meta.url);
const allowed = new Set(JSON.parse(readFileSync(allowlistPath, 'utf8')) as string[]);
const unexpected = findings.filter((finding) => !allowed.has(finding));
const outdated = [...allowed].filter((entry) => !findings.includes(entry));

for (const finding of unexpected) console.error(finding);
for (const entry of outdated) console.error(`tools/structure-allowlist.json: no longer needed, remove it: ${entry}`);
if (unexpected.length + outdated.length > 0) process.exitCode = 1;
else console.log(`${counted(files.length, 'file')} in place`);

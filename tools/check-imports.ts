// Fails with one line per import that tools/structure/import-rules.ts forbids.
import { fileURLToPath } from 'node:url';
import { pluralize } from '../contract/amounts.ts';
import { FOLDERS } from './structure/import-rules.ts';
import { findForbiddenImports } from './structure/imports.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

console.log(`Following the imports of ${FOLDERS.join(', ')} …`);
const { findings, files } = await findForbiddenImports(ROOT, FOLDERS);
for (const finding of findings.sort()) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
else console.log(`${pluralize(files, 'file imports', 'files import')} what they may`);

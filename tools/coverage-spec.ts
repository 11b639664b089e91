// Lists, screen by screen, which items of the specification are a tag of at least one test.
// npm run check -- specification [--all] [SCREEN ...]
// Fails when an id is not named by any test, or when a tag is not an existing id.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listGroups, listTags, readSpecification, type Group } from './coverage/specification.ts';
import { findTags } from './coverage/test-tags.ts';
import { listProjectFiles } from './structure/files.ts';

const folder = fileURLToPath(new URL('../docs/spec/', import.meta.url));

/** Ids that no test names, each with the reason. */
const unnamed = JSON.parse(readFileSync(new URL('coverage/unnamed.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

console.log('Looking for the ids of the specification in every test …');
const groups = listGroups(readSpecification(folder));
const known = new Set(listTags().map(({ name }) => name));
const named = new Map<string, string>();
for (const { path, text } of listProjectFiles()) {
  if (!/\.(test|spec)\.tsx?$/.test(path) || path.startsWith('tools/coverage/')) continue;
  for (const id of findTags(path, text)) named.set(id, path);
}

const prefixes = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const showsProposed = process.argv.includes('--all');
const findings: string[] = [];
for (const group of groups) if (prefixes.length === 0 || prefixes.includes(group.id)) report(group);
for (const [id, path] of named) if (!known.has(id)) findings.push(`${path} names ${id}, which does not exist`);
for (const id of Object.keys(unnamed)) {
  if (named.has(id)) findings.push(`tools/coverage/unnamed.json: ${id} is named by a test now, remove it`);
}
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;

function report(group: Group): void {
  const demanded = group.items.filter(({ isDemanded }) => isDemanded);
  const covered = demanded.filter(({ id }) => named.has(id));
  const others = group.items.length - demanded.length;
  const alsoCovered = group.items.filter(({ id, isDemanded }) => !isDemanded && named.has(id)).length;
  const proposed = others === 0 ? '' : `, proposed ${alsoCovered}/${others}`;
  console.log(`${group.id.padEnd(6)} ${covered.length}/${demanded.length}${proposed}  ${group.title}`);
  for (const { id, text, isDemanded } of group.items) {
    if (named.has(id) || (!isDemanded && !showsProposed)) continue;
    const reason = unnamed[id];
    console.log(`       ${id} ${shortened(text)}${reason === undefined ? '' : ` [${reason}]`}`);
    if (isDemanded && reason === undefined) findings.push(`${id}: no test names it`);
  }
}

function shortened(text: string): string {
  return text.length > 110 ? `${text.slice(0, 109)}…` : text;
}

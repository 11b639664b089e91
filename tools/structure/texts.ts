import { isCode, isTest } from './files.ts';
import type { ProjectFile } from './files.ts';

const OWN_PATH = 'tools/structure/texts.ts';
const LONGEST_FILE_LINES = 250;

/** Paths of one machine and the registry of one installation mean nothing to the next reader. */
const MACHINE_PATH = /(?<![\w.:/-])(?:\/(?:home|Users)\/[\w.-]+\/|\/(?:root|work)\/|[A-Z]:\\Users\\)[\w.-]*/;
const REGISTRY = /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|npmmirro[r]|artifactor[y]|verdacci[o]|"resolve[d]": "http/;

/** Sources that a reader of this repository cannot look up. */
const FOREIGN_SOURCE = /\bserver-rules\b|\b00[01] §|\bF-\d\d\b(?=[,)])/;
const RULE = /\bG-\d\d\b/g;

/** Comparisons of roles: `can` of contract/capabilities.ts decides instead. */
const ROLE_COMPARED = /\brole\b\)?\s*[!=]==?\s*'(?:ADMIN|CUSTOMER)'|'(?:ADMIN|CUSTOMER)'\s*[!=]==?\s*[\w.?]*\brole\b/;

/** Files where a role is a word rather than a permission. */
const ROLE_IS_A_WORD = new Set(['features/accounts/server/administration.ts']);

export function findForbiddenText(files: ProjectFile[]): string[] {
  const rules = new Set(files.find(({ path }) => path === 'docs/rules.md')?.text.match(RULE));
  return files.flatMap(({ path, text }) => {
    const findings: string[] = [];
    if (isTooLong(path, text)) findings.push(`${path}: longer than ${LONGEST_FILE_LINES} lines`);
    const machinePath = MACHINE_PATH.exec(text);
    if (machinePath) findings.push(`${path}: a path of one machine (${machinePath[0]})`);
    const registry = REGISTRY.exec(text);
    if (registry) findings.push(`${path}: the address of a package registry (${registry[0]})`);
    if (isCode(path) && path !== OWN_PATH) findings.push(...findUnknownSources(path, text, rules));
    if (comparesRole(path, text)) findings.push(`${path}: compares a role; ask can() of contract/capabilities.ts`);
    return findings;
  });
}

function findUnknownSources(path: string, text: string, rules: ReadonlySet<string>): string[] {
  const cited = new Set([...(FOREIGN_SOURCE.exec(text) ?? []), ...(text.match(RULE) ?? [])]);
  return [...cited]
    .filter((name) => !rules.has(name))
    .map((name) => `${path}: cites ${name}, which is not in docs/rules.md`);
}

function comparesRole(path: string, text: string): boolean {
  if (!isCode(path) || isTest(path) || !/^(?:app|contract|features|server|web)\//.test(path)) return false;
  return ROLE_COMPARED.test(text) && !ROLE_IS_A_WORD.has(path);
}

function isTooLong(path: string, text: string): boolean {
  const [firstLine = '', ...others] = text.trimEnd().split('\n');
  // A list of the product's choices is a reference, not something to read.
  const isRead = isCode(path) && !isTest(path) && !path.endsWith('.list.ts');
  return isRead && !firstLine.includes('GENERATED') && others.length >= LONGEST_FILE_LINES;
}

// Fails with one line per finding: files that are too long to read, what is exported for nobody, and texts that mean
// nothing on another machine.
import { pluralize } from '../contract/amounts.ts';
import { isCode, isGenerated, isTest, listProjectFiles, type ProjectFile } from './structure/files.ts';
import { findUnusedExports } from './structure/unused-exports.ts';

const MAX_LINES = 250;
/** A list of choices, one on each line: a reference, not something to read. */
const LONG_LIST = 'contract/brand.ts';
/** Paths of one machine, and the package registry of one installation. */
const MACHINE_PATH = /(?<![\w.:/-])(?:\/(?:home|Users)\/[\w.-]+\/|\/(?:root|work)\/|[A-Z]:\\Users\\)[\w.-]*/;
const REGISTRY = /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|npmmirro[r]|artifactor[y]|verdacci[o]|"resolve[d]": "http/;

function findForeignText({ path, text }: ProjectFile): string[] {
  const found = [
    { reason: 'a path of one machine', match: MACHINE_PATH.exec(text) },
    { reason: 'the address of a package registry', match: REGISTRY.exec(text) },
  ];
  return found.flatMap(({ reason, match }) => (match ? [`${path}: ${reason} (${match[0]})`] : []));
}

function isTooLong(file: ProjectFile): boolean {
  const { path, text } = file;
  const isRead = isCode(path) && !isTest(path) && path !== LONG_LIST && !isGenerated(file);
  return isRead && text.trimEnd().split('\n').length > MAX_LINES;
}

console.log('Reading every file of the repository …');
const files = listProjectFiles();
const findings = [
  ...files.filter(isTooLong).map(({ path }) => `${path}: longer than ${MAX_LINES} lines`),
  ...files.flatMap(findForeignText),
  ...findUnusedExports(files),
];
for (const finding of findings.sort()) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
else console.log(`${pluralize(files.length, 'file')} in place`);

import { isCode, isTest } from './files.ts';
import type { ProjectFile } from './files.ts';

const LONGEST_FILE_LINES = 250;

/** The path of one machine, or the registry of one installation, means nothing to the next reader. */
const MACHINE_PATH = /(?<![\w.:/-])(?:\/(?:home|Users)\/[\w.-]+\/|\/(?:root|work)\/|[A-Z]:\\Users\\)[\w.-]*/;
const REGISTRY = /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|npmmirro[r]|artifactor[y]|verdacci[o]|"resolve[d]": "http/;

export function findForbiddenText(files: ProjectFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const findings: string[] = [];
    if (isTooLong(path, text)) findings.push(`${path}: longer than ${LONGEST_FILE_LINES} lines`);
    const machinePath = MACHINE_PATH.exec(text);
    if (machinePath) findings.push(`${path}: a path of one machine (${machinePath[0]})`);
    const registry = REGISTRY.exec(text);
    if (registry) findings.push(`${path}: the address of a package registry (${registry[0]})`);
    return findings;
  });
}

function isTooLong(path: string, text: string): boolean {
  const [firstLine = '', ...others] = text.trimEnd().split('\n');
  // A list of the product's choices is looked up in, not read.
  const isRead = isCode(path) && !isTest(path) && !path.endsWith('.list.ts');
  return isRead && !firstLine.includes('GENERATED') && others.length >= LONGEST_FILE_LINES;
}

import { hiddenWordIn } from '../lint/words.js';
import { isCode, isTest } from './files.ts';
import type { ProjectFile } from './files.ts';

const LONGEST_FILE_LINES = 250;

/** The path of one machine, or the registry of one installation, means nothing to the next reader. */
const MACHINE_PATH = /(?<![\w.:/-])(?:\/(?:home|Users)\/[\w.-]+\/|\/(?:root|work)\/|[A-Z]:\\Users\\)[\w.-]*/;
const REGISTRY = /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|npmmirro[r]|artifactor[y]|verdacci[o]|"resolve[d]": "http/;

/** Documents that are not ours, list the words, or hold what programs have printed. */
const NOT_OUR_WORDS = /^docs\/(spec\/|ecu\/|decisions\/012|naming\.md|copy\.md|measurements)/;

export function findForbiddenText(files: ProjectFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const findings: string[] = [];
    if (isTooLong(path, text)) findings.push(`${path}: longer than ${LONGEST_FILE_LINES} lines`);
    const machinePath = MACHINE_PATH.exec(text);
    if (machinePath) findings.push(`${path}: a path of one machine (${machinePath[0]})`);
    const registry = REGISTRY.exec(text);
    if (registry) findings.push(`${path}: the address of a package registry (${registry[0]})`);
    if (path.endsWith('.md') && !NOT_OUR_WORDS.test(path)) findings.push(...findHiddenWords(path, text));
    return findings;
  });
}

/** Of a document, whose code blocks are free. Comments and test titles are the linter's (scripts/lint/words.js). */
function findHiddenWords(path: string, text: string): string[] {
  return text
    .replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .flatMap((line, index) => {
      const word = hiddenWordIn(line);
      return word === undefined ? [] : [`${path}:${index + 1}: docs/naming.md has a clearer word than "${word}"`];
    });
}

function isTooLong(path: string, text: string): boolean {
  const [firstLine = '', ...others] = text.trimEnd().split('\n');
  // A list of the product's choices is looked up in, not read.
  const isRead = isCode(path) && !isTest(path) && !path.endsWith('.list.ts');
  return isRead && !firstLine.includes('GENERATED') && others.length >= LONGEST_FILE_LINES;
}

import { existsSync, readFileSync } from 'node:fs';
import { findTestNames } from '../coverage/test-tags.ts';

export const VERDICTS = ['met', 'met-by-operator', 'not-applicable', 'open'] as const;

/** What proves a verdict: a test by its name, a function or setting by its own, or a section of a document. */
export interface Proof {
  file: string;
  name: string;
}

/** A requirement of OWASP ASVS 5.0, in words of our own. */
export interface Requirement {
  id: string;
  level: number;
  title: string;
  verdict: (typeof VERDICTS)[number];
  /** Why it is open, not applicable, or decided by the operator. */
  reason?: string;
  proof: Proof[];
}

const ROOT = new URL('../../', import.meta.url);

export const readRequirements = (): Requirement[] =>
  JSON.parse(readFileSync(new URL('docs/security-asvs.json', ROOT), 'utf8')) as Requirement[];

/** Returns what is missing of a proof; null when it exists. */
export function findMissing({ file, name }: Proof): string | null {
  const place = new URL(file, ROOT);
  if (!existsSync(place)) return `${file} does not exist`;
  const text = readFileSync(place, 'utf8');
  if (/\.(test|spec)\.tsx?$/.test(file))
    return findTestNames(file, text).includes(name) ? null : `${file} has no test or group called "${name}"`;
  if (file.endsWith('.md'))
    return text.split('\n').some((line) => /^#+ (.*)$/.exec(line)?.[1] === name)
      ? null
      : `${file} has no section "${name}"`;
  return hasWord(text, name) ? null : `${file} does not contain ${name}`;
}

const IN_WORD = /[\w$]/;

/** Whether a text has a name that is not a part of a longer one. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = [text[at - 1], text[at + name.length]];
    if (!around.some((sign) => sign !== undefined && IN_WORD.test(sign))) return true;
  }
  return false;
}

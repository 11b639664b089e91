import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const OPERATING = readFileSync('docs/operating.md', 'utf8');

// The launcher is plain JavaScript without declarations.
const { TASKS } = (await import(new URL('../tasks.mjs', import.meta.url).href)) as {
  TASKS: Record<string, { withTools?: boolean }>;
};
const launcher: string = new URL('commands.mjs', import.meta.url).href;
const { chooseCommand, readTask } = (await import(launcher)) as {
  chooseCommand: (words: string[]) => { program: string };
  readTask: (words: string[]) => string[];
};

const USAGE = /^ {2}([a-z:-]+) {2,}/gm;

/** The names in the list that `npm run admin` prints. */
function listNames(): string[] {
  try {
    chooseCommand([]);
  } catch (error) {
    return [...(error as Error).message.matchAll(USAGE)].map(([, name = '']) => name);
  }
  return [];
}

test('every command that npm run admin lists has its program', () => {
  const programs = listNames().map((name) => chooseCommand([name]).program);
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((name) => name !== 'sbom' && !existsSync(`tools/admin/${name}.ts`))).toEqual([]);
});

test('every command that npm run admin lists is described for operators', () => {
  const [, chapter = ''] = OPERATING.split('\n## Commands\n');
  const described = chapter.slice(0, chapter.indexOf('\n## '));
  expect(described).toContain('`backup FILE`');
  expect(listNames().filter((name) => !new RegExp(`\`[^\`]*${name}|, \`${name}`).test(described))).toEqual([]);
});

test('operators need no development tools: a service user may not install them', () => {
  const [forOperators = ''] = OPERATING.split('\n## What was tested\n');
  const named = [...forOperators.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name = '']) => name);
  expect(named).toContain('admin');
  expect(named.filter((name) => TASKS[name]?.withTools !== undefined)).toEqual([]);
});

test('a word that names no command is refused with the list of those there are', () => {
  expect(() => chooseCommand(['bakcup'])).toThrow(/Use: npm run admin COMMAND[^]*backup/);
});

test('the former name of an operator’s command is passed on, with a notice', () => {
  const notice = vi.spyOn(console, 'error').mockReturnValue();
  expect(readTask(['upgrade', '--check'])).toEqual(['admin', 'upgrade', '--check']);
  expect(notice).toHaveBeenCalledWith('"upgrade" is now "admin upgrade".');
  expect(readTask(['start'])).toEqual(['start']);
});

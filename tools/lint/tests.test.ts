import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const OXLINT = 'node_modules/oxlint/bin/oxlint';

/** The text of a test file, and the rule that refuses it. */
const REFUSED: [text: string, rule: string][] = [
  [`test('is shown (C-UPL-01)', () => expect(read()).toBe(1));`, 'tests(titles)'],
  [`describe.each(ROWS)('G-20: %s', () => {});`, 'tests(titles)'],
  [`const wait = () => new Promise((resolve) => setTimeout(resolve, 20));`, 'tests(sleeps)'],
  [`import { setTimeout as sleep } from 'node:timers/promises'; await sleep(20);`, 'tests(sleeps)'],
  [`await page.waitForTimeout(300);`, 'tests(sleeps)'],
  [`test('a', () => { expect(find()).toBeNull(); expect(list()).toEqual([]); });`, 'tests(presence)'],
  [`test('a', () => { expect(list()).not.toContain('b'); });`, 'tests(presence)'],
  [`const look = () => { expect(list()).toHaveLength(0); }; test.each(ROWS)('a', () => look());`, 'tests(presence)'],
  [`test('a', async () => { for (const one of await list()) expect(one).toBe(1); });`, 'tests(presence)'],
  [`test('a', () => { for (let at = 0; at < all.length; at += 1) expect(all[at]).toBe(1); });`, 'tests(presence)'],
];

const ACCEPTED = [
  `test('a', { tags: ['C-UPL-01'] }, () => expect(read()).toBe(1));`,
  `while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));`,
  `test('a', () => { expect(find('b')).not.toBeNull(); expect(find('c')).toBeNull(); });`,
  `test('a', () => { screen.getByText('b'); expect(screen.queryByText('c')).toBeNull(); });`,
  `const look = () => expect(read()).toBe(1); test('a', () => { look(); expect(list()).toEqual([]); });`,
  `test('a', () => { for (const one of ['b', 'c']) expect(read(one)).toBe(1); });`,
  `const ALL = ['b'] as const; test('a', () => { for (const one of ALL.map(read)) expect(one).toBe(1); });`,
  `test('a', () => { for (let at = 0; at < 3; at += 1) expect(read(at)).toBe(1); });`,
  `test.each([['b', [1]]])('%s', (_, all) => { for (const one of all) expect(one).toBe(1); });`,
];

/** Refusals by the text they are found in; starting the linter once for all texts is much faster. */
const refusals = new Map<string, string[]>();

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'tunedesk-lint-'));
  const rules = { 'tests/titles': 'error', 'tests/sleeps': 'error', 'tests/presence': 'error' };
  const jsPlugins = [new URL('tests.js', import.meta.url).pathname];
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    JSON.stringify({ jsPlugins, categories: { correctness: 'off' }, rules }),
  );
  const texts = [...REFUSED.map(([text]) => text), ...ACCEPTED];
  for (const [at, text] of texts.entries()) writeFileSync(join(folder, `${at}.test.ts`), text);
  const { stdout } = spawnSync(
    process.execPath,
    [OXLINT, '-c', join(folder, '.oxlintrc.json'), '--format', 'json', folder],
    {
      encoding: 'utf8',
    },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  for (const [at, text] of texts.entries()) {
    const own = diagnostics.filter(({ filename }) => filename.endsWith(`/${at}.test.ts`));
    refusals.set(
      text,
      own.map(({ code }) => code),
    );
  }
  rmSync(folder, { recursive: true, force: true });
});

test.each(REFUSED)('%s is refused', (text, rule) => {
  expect(refusals.get(text)).toEqual([rule]);
});

test.each(ACCEPTED)('%s is accepted', (text) => {
  expect(refusals.size).toBe(REFUSED.length + ACCEPTED.length);
  expect(refusals.get(text)).toEqual([]);
});

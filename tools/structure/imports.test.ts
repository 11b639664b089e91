import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findForbiddenImports } from './imports.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tunedesk-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function runFindings(files: Record<string, string>): Promise<string[]> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
  return (await findForbiddenImports(root, folders)).findings;
}

const A = 'export const a = 1;\n';

test.each([
  ['features/a/a.rules.ts', `import 'node:fs';`, 'this code also runs where Node is not (fs)'],
  ['web/a.tsx', `import { a } from '../server/a.ts';`, 'web/ knows contract and no more (server/a.ts)'],
  [
    'features/a/web/a.tsx',
    `import type { a } from '../server/a.ts';`,
    'the browser cannot run server code (features/a/server/a.ts)',
  ],
  [
    'features/a/server/a.ts',
    `import { a } from '../../b/server/b.queries.ts';`,
    `another domain's queries and routes are its own; use its verbs (features/b/server/b.queries.ts)`,
  ],
  [
    'app/server/a.ts',
    `import { a } from '../../features/b/server/b.queries.ts';`,
    `a domain's queries are its own; use its verbs (features/b/server/b.queries.ts)`,
  ],
  [
    'server/a.ts',
    `import { a } from '../features/b/b.rules.ts';`,
    'server/ knows contract and no more (features/b/b.rules.ts)',
  ],
  [
    'web/lists/a.ts',
    `import { a } from '../../features/b/b.rules.ts';`,
    'web/ knows contract and no more (features/b/b.rules.ts)',
  ],
  ['server/a.ts', `import { a } from '../app/b/b.rules.ts';`, 'server/ knows contract and no more (app/b/b.rules.ts)'],
  [
    'features/a/a.rules.ts',
    `import { a } from '../../app/b/b.rules.ts';`,
    'features/ knows contract, ecu, server, web and no more (app/b/b.rules.ts)',
  ],
  ['contract/a.ts', `import { a } from '../web/b.ts';`, 'contract/ knows nothing of the repository (web/b.ts)'],
  ['ecu/a.ts', `import { a } from '../contract/b.ts';`, 'ecu/ knows nothing of the repository (contract/b.ts)'],
  [
    'features/a/server/a.ts',
    `import { a } from '../b/server/b.queries.ts';`,
    `another domain's queries and routes are its own; use its verbs (features/a/b/server/b.queries.ts)`,
  ],
])('%s may not have %s', async (path, text, reason) => {
  const target = /\(([^)]+)\)$/.exec(reason)?.[1] ?? '';
  expect(await runFindings({ ...(target.includes('/') && { [target]: A }), [path]: text })).toEqual([
    `${path}: ${reason}`,
  ]);
});

test('a test may import any of these', async () => {
  const text = `import 'node:fs'; import { a } from '../b/server/b.queries.ts';`;
  const files = { 'features/b/server/b.queries.ts': A };
  expect(await runFindings({ ...files, 'features/a/a.rules.ts': text })).toHaveLength(2);
  rmSync(join(root, 'features/a/a.rules.ts'));
  expect(await runFindings({ ...files, 'features/a/a.test.ts': text })).toEqual([]);
});

test('two files that import each other form a cycle, even if only through types', async () => {
  const files = {
    'web/a.ts': `import type { B } from './b.ts'; export type A = B;`,
    'web/b.ts': `import type { A } from './a.ts'; export type B = A;`,
  };
  expect(await runFindings(files)).toEqual([
    'web/a.ts: files import each other in a circle (web/a.ts -> web/b.ts -> web/a.ts)',
  ]);
});

test('two domains that import each other form a cycle, even through different files', async () => {
  const files = {
    'features/a/a.rules.ts': A,
    'features/a/a.calls.ts': `import { a } from '../b/b.rules.ts';`,
    'features/b/b.rules.ts': A,
    'features/b/b.calls.ts': `import { a } from '../a/a.rules.ts';`,
  };
  expect(await runFindings(files)).toEqual([
    'features: domains import each other in a circle: a -> b -> a (features/a/a.calls.ts, features/b/b.calls.ts)',
  ]);
});

test('an aspect of a feature and the feature that import each other form a cycle', async () => {
  const files = {
    'features/a/a.rules.ts': A,
    'features/a/a.calls.ts': `import { a } from './b/b.rules.ts';`,
    'features/a/b/b.rules.ts': A,
    'features/a/b/b.calls.ts': `import { a } from '../a.rules.ts';`,
  };
  expect(await runFindings(files)).toEqual([
    'features: domains import each other in a circle: a -> a/b -> a (features/a/a.calls.ts, features/a/b/b.calls.ts)',
  ]);
});

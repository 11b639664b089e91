import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked, runNode } from '../server/testing/packed-package.ts';

let folder: string;
let remove: () => void;
beforeAll(async () => {
  ({ folder, remove } = await installPacked(fileURLToPath(new URL('.', import.meta.url))));
}, 300_000);
afterAll(() => remove());

test('the packed program is one file without dependencies, and runs', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@tunedesk']);
  const files = readdirSync(join(folder, 'node_modules/@tunedesk/cli'), { recursive: true }) as string[];
  expect(files.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'dist/tunedesk.js', 'package.json']);
  expect(runNode(folder, 'node_modules/.bin/tunedesk', '--help')).toContain('tunedesk watch FOLDER ORDER');
  expect(runNode(folder, 'node_modules/.bin/tunedesk', '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
});

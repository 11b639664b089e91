import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT_PASSWORD } from '../../features/accounts/server/accounts.factory.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { compileFolder, makeCompiledFolder } from '../testing/api-client/compile.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { buildAdmin } from '../testing/stories.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await makeCompiledFolder();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the program in docs/integrating.md compiles, and goes from the registration to the download', async () => {
  const document = await readFile(new URL('../../docs/integrating.md', import.meta.url), 'utf8');
  const programs = [...document.matchAll(/^```ts\n(.*?)^```/gms)].map(([, program = '']) => program);
  expect(programs).toHaveLength(1);
  await writeFile(join(folder, 'order.ts'), programs[0] as string);
  await compileFolder(folder);

  await buildSolution(app.deps);
  const { email } = await buildAdmin(app.deps);
  await writeFile(join(folder, 'original.bin'), 'an original image');
  await writeFile(join(folder, 'modified.bin'), 'a modified image!');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['order.ts', 'original.bin', 'modified.bin', 'tuned.bin'],
    { cwd: folder, env: { PORTAL: app.url, STAFF_EMAIL: email, STAFF_PASSWORD: BUILT_PASSWORD } },
  );
  expect(stdout).toMatch(/^uploaded: file \d+\npriced: 80 credits\npaid and downloaded: tuned\.bin\n$/);
  expect(await readFile(join(folder, 'tuned.bin'), 'utf8')).toBe('a modified image!');
  const files = await app.deps.db.selectFrom('files').select(['price_status', 'price_cents']).execute();
  expect(files).toEqual([{ price_status: 'PAID', price_cents: 8000 }]);
});

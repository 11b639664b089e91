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

const run = promisify(execFile);

/** Takes the program in a language from docs/integrating.md and writes it into the folder. */
async function extractProgram(language: string): Promise<void> {
  const document = await readFile(new URL('../../docs/integrating.md', import.meta.url), 'utf8');
  const programs = [...document.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))];
  expect(programs).toHaveLength(1);
  await writeFile(join(folder, `order.${language}`), programs[0]?.[1] as string);
}

/** Runs an extracted program; returns what it printed, what it downloaded, and the file that it ordered. */
async function order(program: string, script: string) {
  await buildSolution(app.deps);
  const { email } = await buildAdmin(app.deps);
  await writeFile(join(folder, 'original.bin'), 'an original image');
  await writeFile(join(folder, 'modified.bin'), 'a modified image!');
  await rm(join(folder, 'tuned.bin'), { force: true });
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORTAL: app.url, STAFF_EMAIL: email, STAFF_PASSWORD: BUILT_PASSWORD };
  const { stdout } = await run(program, [script, 'original.bin', 'modified.bin', 'tuned.bin'], { cwd: folder, env });
  const id = Number(/file (\d+)/.exec(stdout)?.[1]);
  const files = app.deps.db.selectFrom('files').select(['price_status', 'price_cents']).where('id', '=', id);
  const downloaded = await readFile(join(folder, 'tuned.bin'), 'utf8');
  return { stdout: stdout.replace(`file ${id}`, 'file'), downloaded, files: await files.execute() };
}

const ORDERED = {
  stdout: 'uploaded: file\npriced: 80 credits\npaid and downloaded: tuned.bin\n',
  downloaded: 'a modified image!',
  files: [{ price_status: 'PAID', price_cents: 8000 }],
};

test('the program in docs/integrating.md compiles, and goes from the registration to the download', async () => {
  await extractProgram('ts');
  await compileFolder(folder);
  expect(await order(process.execPath, 'order.ts')).toEqual(ORDERED);
});

test('the same program in Python goes from the registration to the download', async ({ skip }) => {
  const isThere = await run('python3', ['--version']).then(
    () => true,
    () => false,
  );
  skip(!isThere, 'there is no python3 on this machine');
  await extractProgram('py');
  expect(await order('python3', 'order.py')).toEqual(ORDERED);
});

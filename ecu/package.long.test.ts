import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked, runNode } from '../server/testing/packed-package.ts';
import { edc16Sample } from './families/edc16/edc16.sample.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const compiler = join(here, '../node_modules/typescript/bin/tsc');
let folder: string;
let remove: () => void;
beforeAll(async () => {
  ({ folder, remove } = await installPacked(here));
  writeFileSync(join(folder, 'dump.bin'), edc16Sample());
}, 300_000);
afterAll(() => remove());

test('the packed library installs without dependencies, with licence, README and samples but no tests', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@tunedesk']);
  const files = readdirSync(join(folder, 'node_modules/@tunedesk/ecu'), { recursive: true }) as string[];
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/samples/index.js']),
  );
  expect(files.filter((name) => /\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([]);
});

test('the packed command line recognises a dump', { timeout: 120_000 }, () => {
  const [line = ''] = runNode(folder, 'node_modules/.bin/tunedesk-ecu', 'inspect', '--json', 'dump.bin').split('\n');
  expect(JSON.parse(line)).toMatchObject({ file_type: 'OK', ecu: { id: 'edc16', softwareNumber: '1037380001' } });
  expect(runNode(folder, 'node_modules/.bin/tunedesk-ecu', 'help')).toContain('tunedesk-ecu dtcs [--json] FILE');
});

test('the README runs it by the name of the package: npx fetches what is not installed by exactly that name', () => {
  const readme = readFileSync(join(here, 'README.md'), 'utf8');
  const { name } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as { name: string };
  expect(new Set([...readme.matchAll(/npx (\S+)/g)].map(([, called]) => called))).toEqual(new Set([name]));
});

const program = `
  import { readFileSync } from 'node:fs';
  import { analyse, loadDescriptions, type Analysis, type DtcState } from '@tunedesk/ecu';
  const analysis: Analysis = analyse(new Uint8Array(readFileSync('dump.bin')));
  const { identification } = analysis.inspection;
  if (identification.outcome !== 'recognised') throw new Error(identification.outcome);
  const at: number | undefined = identification.facts.softwareNumber?.at;
  const states: DtcState[] = analysis.listing?.outcome === 'found' ? analysis.listing.rows.map(({ state }) => state) : [];
  const describe = await loadDescriptions();
  console.log(JSON.stringify({ id: identification.family.familyId, at, states: states.length, text: describe('P0401') }));
`;

test('a TypeScript program can import the package', { timeout: 120_000 }, () => {
  writeFileSync(join(folder, 'program.ts'), program);
  const printed = JSON.parse(runNode(folder, 'program.ts')) as Record<string, unknown>;
  expect(printed).toMatchObject({ id: 'edc16', at: expect.any(Number), states: expect.any(Number) });
  expect(printed['text']).not.toBeNull();
});

test.each(['nodenext', 'bundler'])(
  'the types of the package resolve with %s and reject a wrong type',
  { timeout: 120_000 },
  (moduleResolution) => {
    const module = moduleResolution === 'bundler' ? 'preserve' : moduleResolution;
    const types = join(here, '../node_modules/@types');
    const compilerOptions = { strict: true, noEmit: true, lib: ['ES2024'], target: 'ES2024', typeRoots: [types] };
    const options = { ...compilerOptions, types: ['node'], module, moduleResolution };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.ts'] }));
    writeFileSync(join(folder, 'program.ts'), program);
    runNode(folder, compiler, '-p', '.');
    writeFileSync(join(folder, 'program.ts'), program.replace('at: number | undefined', 'at: string'));
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toMatch(/program\.ts\(\d+,\d+\): error TS2322/);
  },
);

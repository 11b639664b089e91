import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { families } from '../families.ts';
import { edc16Sample } from '../families/edc16/edc16.sample.ts';
import { joinMemories } from '../testing/joined-memories.ts';
import { memoryWithMaps, romRaiderOfMaps, valueAt, xdfOfMaps } from '../testing/map-sample.ts';

const SCRIPT = fileURLToPath(new URL('main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tunedesk-ecu-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function run(...words: string[]): { exitCode: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...words], { encoding: 'utf8' });
  return { exitCode: status, out: stdout, errors: stderr };
}

const known = put('known.bin', edc16Sample());
const text = put('text.bin', Buffer.from('just a text\n'.repeat(5000)));

test('inspect --json prints one object per line, even for unrecognised files', () => {
  const { exitCode, out } = run('inspect', '--json', known, text);
  const [first, second] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(exitCode).toBe(0);
  expect(first).toMatchObject({
    file: known,
    size_bytes: 0x80000,
    file_type: 'OK',
    ecu: { id: 'edc16', systemManufacturer: 'Bosch', softwareNumber: '1037380001' },
    confidence: 90,
  });
  expect(first?.['sha256']).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toMatchObject({
    file_type: 'text',
    ecu: null,
    confidence: 0,
    evidence: [],
    dtcs: null,
    checksums: [],
  });
});

test('a missing file is named in the error, and the others are still inspected', () => {
  const { exitCode, out, errors } = run('inspect', '--json', join(folder, 'none.bin'), known);
  expect(exitCode).toBe(1);
  expect(errors).toMatch(/none\.bin cannot be read/);
  expect(JSON.parse(out)).toMatchObject({ file: known });
});

test.each([
  [['what']],
  [['inspect']],
  [['inspect', '--nonsense', known]],
  [['off', known]],
  [['off', known, '--dtcs', ' ;', '--out', join(folder, 'none-off.bin')]],
  [['compare', known]],
])('wrong arguments print the usage and exit with code 2: %j', (words) => {
  const { exitCode, errors } = run(...words);
  expect(exitCode).toBe(2);
  expect(errors).toMatch(/npm run -s ecu -- inspect/);
});

test('a refused change writes no file and prints the reason', () => {
  const out = join(folder, 'out.bin');
  const { exitCode, errors } = run('off', text, '--dtcs', 'P0401', '--out', out);
  expect(exitCode).toBe(1);
  expect(errors).toMatch(/not recognised/);
  expect(existsSync(out)).toBe(false);
});

test('a place that cannot be written to is named, and no file is left', () => {
  const [out, missing] = [join(folder, 'without-proof.bin'), join(folder, 'missing', 'file')];
  for (const words of [
    ['--out', missing],
    ['--out', out, '--proof', missing],
  ]) {
    const { exitCode, errors } = run('off', known, '--dtcs', 'P0402', ...words);
    expect([exitCode, errors]).toEqual([1, expect.stringMatching(/file cannot be written: ENOENT[^\n]*\n$/)]);
  }
  expect(existsSync(out)).toBe(false);
});

test('neither the original nor another file is ever written over', () => {
  const before = [known, text].map((path) => readFileSync(path));
  expect(run('off', known, '--dtcs', 'P0402', '--out', join(folder, 'new.bin')).exitCode).toBe(0);
  expect(run('off', known, '--dtcs', 'P0402', '--out', known).exitCode).toBe(2);
  expect(run('off', known, '--dtcs', 'P0402', '--out', text).exitCode).toBe(2);
  const another = join(folder, 'another.bin');
  for (const proof of [known, text, another]) {
    expect(run('off', known, '--dtcs', 'P0402', '--out', another, '--proof', proof).exitCode).toBe(2);
  }
  expect(existsSync(another)).toBe(false);
  expect([known, text].map((path) => readFileSync(path))).toEqual(before);
});

test('what is said about the changed bytes names the copies of the memory that are not listed', () => {
  const twice = put('twice.bin', joinMemories(edc16Sample(), edc16Sample(), 'behind'));
  const said = (path: string, out: string) => run('off', path, '--dtcs', 'P0402', '--out', join(folder, out)).out;
  expect(said(known, 'once-off.bin')).toMatch(/was read again: every changed byte is listed above\.\n$/);
  expect(said(twice, 'twice-off.bin')).toMatch(
    /was read again: every changed byte of the first copy is listed above\.\n$/,
  );
});

test('compare shows how many bytes differ and where', () => {
  const bytes = edc16Sample();
  bytes[0x30000] = 0x77;
  const { exitCode, out } = run('compare', '--json', known, put('modified.bin', bytes));
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ controlUnit: 'same', bytesChanged: 1, regions: [{ at: 0x30000 }] });
});

test('families lists every family with what is known of it', () => {
  const rows = run('families', '--json')
    .out.trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
  expect(rows.map(({ id }) => id).toSorted()).toEqual(families.map(({ id }) => id).toSorted());
  for (const { id, maker, models, dtcs, checksums } of families) {
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      maker,
      models,
      dtcs: dtcs === null ? 'no' : dtcs.switchOff === null ? 'list' : 'list and switch',
      checksums: checksums === null ? 'no' : 'yes',
    });
  }
});

test('maps names the maps that differ with their values, and refuses a definition of another program', () => {
  const original = put('maps.bin', memoryWithMaps());
  const changed = memoryWithMaps();
  changed[valueAt(3, 1, 2)] = 200;
  const modified = put('maps-modified.bin', changed);
  const xdf = put('maps.xdf', Buffer.from(xdfOfMaps()));
  const { exitCode, out } = run('maps', original, modified, '--definition', xdf);
  expect(exitCode).toBe(0);
  expect(out).toContain('for this file by its axes; 7 maps compared, 0 left out');
  expect(out).toMatch(/Boost 3 at 0x[0-9A-F]+, 4 × 5, mbar\n20 +2400\.75 +1420 +-> +3000\n/);
  expect(JSON.parse(run('maps', '--json', original, modified, '--definition', xdf).out)).toMatchObject({
    changed: [{ name: 'Boost 3' }],
  });
  const other = put(
    'other.xml',
    Buffer.from(
      romRaiderOfMaps('1037380002').join('').replace('</roms><!DOCTYPE roms SYSTEM "ecu_defs.dtd"><roms>', ''),
    ),
  );
  expect(run('maps', original, modified, '--definition', other)).toMatchObject({
    exitCode: 1,
    errors: 'The definition (SAMPLE) is not for the program in this file.\n',
  });
  expect(run('maps', original, '--definition', xdf)).toMatchObject({ exitCode: 2 });
});

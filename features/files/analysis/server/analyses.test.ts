// Counts how often a file is analysed, which is the largest part of the cost of a generation.
import { createHash } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { analyse } from '../../../../ecu/analyse.ts';
import { edc16Sample } from '../../../../ecu/families/edc16/edc16.sample.ts';
import { analyseFile } from './analyse-file.ts';
import { switchOffWithEvidence } from './switch-off-with-evidence.ts';

// Earlier test files have loaded the modules that use it.
vi.hoisted(() => vi.resetModules());
vi.mock('../../../../ecu/analyse.ts', { spy: true });
afterAll(() => {
  vi.doUnmock('../../../../ecu/analyse.ts');
  vi.resetModules();
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Records every file that is analysed from now on. */
function watchAnalyses(): () => string[] {
  vi.mocked(analyse).mockClear();
  return () => vi.mocked(analyse).mock.calls.map(([bytes]) => sha256(bytes));
}

function buildWrongChecksum(): Uint8Array {
  const bytes = edc16Sample();
  const at = analyse(bytes).checksums?.find(({ kind }) => kind === 'sum')?.cells[0]?.at ?? 0;
  bytes[at] = (bytes[at] ?? 0) ^ 0x5a;
  return bytes;
}

test.each([
  { name: 'of a file', more: {}, bytes: edc16Sample() },
  { name: 'as the control unit that the customer chose', more: { familyIds: ['edc16'] }, bytes: edc16Sample() },
  { name: 'with a correction of checksums', more: { repairChecksums: true }, bytes: buildWrongChecksum() },
])('a generation $name analyses the original once and the finished file once', async ({ more, bytes }) => {
  const analysed = watchAnalyses();
  const made = await switchOffWithEvidence({ bytes, codes: ['P0616'], ...more });
  if (made.outcome !== 'done') throw new Error(made.reason.message);
  expect(analysed()).toEqual([made.input.sha256, made.output.sha256]);
  expect(made.input.sha256).toBe(sha256(bytes));
  expect(made.output.sha256).not.toBe(made.input.sha256);
});

test('an uploaded file is analysed once, including the code that is tried out', () => {
  const bytes = edc16Sample();
  const analysed = watchAnalyses();
  expect(analyseFile({ bytes }).obstacle).toBeNull();
  expect(analysed()).toEqual([sha256(bytes)]);
});

import { expect, test } from 'vitest';
import { edc15Sample } from '../../../ecu/families/edc15/edc15.sample.ts';
import { edc16Sample } from '../../../ecu/families/edc16/edc16.sample.ts';
import { switchOffInFile } from '../../../ecu/switch-off-file.ts';
import { summarise } from '../../../ecu/summary.ts';
import { dataMemory, joinMemories } from '../../../ecu/testing/joined-memories.ts';
import { textKey } from '../../../contract/texts.ts';
import { identificationOf, looksLikeEcuFile } from './identification.rules.ts';
import { listReadFindings } from './read-findings.rules.ts';

const read = (bytes: Uint8Array) => identificationOf(summarise(bytes));
const findingsOf = (bytes: Uint8Array) =>
  listReadFindings(read(bytes)).map(({ verdict, text, values }) => ({ verdict, text, ...(values && { values }) }));
const warningsOf = (bytes: Uint8Array) =>
  findingsOf(bytes)
    .filter(({ verdict }) => verdict === 'WARNING')
    .map(({ text }) => text);
const textsOf = (bytes: Uint8Array) => findingsOf(bytes).map(({ text }) => text);
const text = (words: string) => new TextEncoder().encode(words);

test('an unmodified file has correct checksums and no warning', () => {
  expect(findingsOf(edc16Sample())).toEqual([
    { verdict: 'OK', text: textKey('files.identification.checksumsRight'), values: { count: 2 } },
    { verdict: 'FACT', text: textKey('errors.ecu.checksums_cover'), values: { percent: 100 } },
    ...['Signature 0x0', 'Signature 0x40000'].map((name) => ({
      verdict: 'FACT',
      text: textKey('errors.ecu.signature_no_longer_matches'),
      values: { name },
    })),
    { verdict: 'FACT', text: textKey('files.identification.dtcsOff'), values: { count: 2, all: 77 } },
  ]);
});

test.each([
  [{ on: 9, off: 0, partial: 1, unknown: 0 }, textKey('files.identification.dtcsNoneOff')],
  [{ on: 0, off: 0, partial: 0, unknown: 10 }, textKey('files.identification.dtcStatesUnknown')],
  [{ on: 9, off: 1, partial: 0, unknown: 0 }, textKey('files.identification.dtcsOff')],
])('for the DTC counts %o, only what their states show is stated', (counts, sentence) => {
  const dtcs = { table_at: 0, off_codes: [], ...counts };
  const found = listReadFindings({ ...read(edc16Sample()), dtcs }).find((one) => one.text === sentence);
  expect([found?.values?.all, found?.values?.count]).toContain(10);
});

test('a wrong checksum is a warning with its name, even when others are correct', () => {
  expect(findingsOf(edc16Sample({ brokenSum: 1 }))[0]).toEqual({
    verdict: 'WARNING',
    text: textKey('files.identification.checksumsWrong'),
    values: { n: 1, names: 'Block sum 0x40000' },
  });
  expect(textsOf(edc16Sample({ brokenSum: 1 }))).not.toContain(textKey('files.identification.checksumsRight'));
});

test('DTCs that are off are counted but are not a warning', () => {
  const switched = switchOffInFile(edc16Sample(), ['P0405']);
  if (switched.outcome === 'refused') throw new Error(switched.reason.message);
  const off = findingsOf(switched.file).find((one) => one.text === textKey('files.identification.dtcsOff'));
  expect(off).toMatchObject({ verdict: 'FACT', values: { count: expect.any(Number) } });
  expect(Number(off?.values?.count)).toBeGreaterThan(0);
  expect(read(switched.file).dtcs?.off_codes).toContain('P0405');
});

test.each([
  ['a PDF', text(`%PDF-1.7\n${'x'.repeat(40_000)}`), textKey('files.identification.notEcuFileButType'), false],
  ['a text', text('just a text\n'.repeat(5000)), textKey('files.identification.notEcuFileButType'), false],
  ['nothing but 0xFF', new Uint8Array(0x80000).fill(0xff), textKey('files.identification.fileBlank'), false],
  ['nothing but 0x00', new Uint8Array(0x80000), textKey('files.identification.fileBlank'), false],
  [
    'an EEPROM',
    new Uint8Array(512).map((_, at) => (at * 7919) % 251),
    textKey('files.identification.eepromOrPart'),
    true,
  ],
  ['an encrypted file', hash(0x40000), textKey('files.identification.encryptedOrPacked'), true],
  ['a part of a memory', hash(0x8000).map((byte) => byte & 0x3f), textKey('files.identification.memoryUnknown'), true],
  ['a WinOLS project', text(`WinOLS${'\0'.repeat(40_000)}`), textKey('files.identification.otherFormat'), true],
])('%s is a warning, and nothing is stated about checksums and DTCs', (_, bytes, sentence, isEcu) => {
  expect(textsOf(bytes)).toEqual([sentence]);
  expect(warningsOf(bytes)).toEqual([sentence]);
  expect(looksLikeEcuFile(read(bytes))).toBe(isEcu);
});

/** Pseudo-random bytes, the same on every run. */
function hash(length: number): Uint8Array {
  let state = 0x12345678;
  return new Uint8Array(length).map(() => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    return (state >>> 16) & 0xff;
  });
}

test('a read that was cut short is in doubt, with the reasons, and what cannot be checked is named', () => {
  const cut = listReadFindings(read(edc16Sample().subarray(0, -1)));
  const inDoubt = cut.filter((one) => one.text === textKey('files.identification.readInDoubt'));
  expect(inDoubt.map(({ verdict, reason }) => [verdict, reason?.code])).toEqual([
    ['WARNING', 'ecu.one_byte_short'],
    ['WARNING', 'ecu.blocks_beyond_end'],
  ]);
  const notChecked = cut.find((one) => one.text === textKey('files.identification.notChecked'));
  expect(notChecked?.values).toEqual({ names: 'Block sum 0x40000' });
});

test('a result stored before the read was judged states nothing about it', () => {
  const { percent_covered: _, read_warnings: __, ...stored } = read(edc16Sample().subarray(0, -1));
  const texts = listReadFindings(stored).map((one) => one.text);
  expect(texts).toContain(textKey('files.identification.checksumsRight'));
  expect(texts).not.toContain(textKey('files.identification.readInDoubt'));
  expect(texts).not.toContain(textKey('errors.ecu.checksums_cover'));
});

test('a program and a data memory in one file are named, which is no doubt about the read', () => {
  const joined = joinMemories(edc16Sample(), dataMemory(0x800), 'behind');
  const parts = { program: '0x0-0x7FFFF', data: '0x80000-0x807FF' };
  expect(findingsOf(joined)).toContainEqual({
    verdict: 'FACT',
    text: textKey('errors.ecu.parts_joined'),
    values: parts,
  });
  expect(warningsOf(joined)).toEqual([]);
  const { memory_parts: _, ...stored } = read(joined);
  expect(listReadFindings(stored).map((one) => one.text)).not.toContain(textKey('errors.ecu.parts_joined'));
});

test('content that appears twice is a warning in addition to what was read', () => {
  const twice = new Uint8Array(0x100000);
  twice.set(edc16Sample());
  twice.set(edc16Sample(), 0x80000);
  expect(warningsOf(twice)).toEqual([textKey('files.identification.contentTwice')]);
  expect(read(twice).control_unit?.family).toBe('edc16');
});

test('for the half of a file without calibration, the reason why no DTCs are listed is given', () => {
  const half = listReadFindings(read(edc16Sample().subarray(0, 0x40000)));
  expect(half.find((one) => one.text === textKey('files.identification.dtcsNotListed'))?.reason?.message).toMatch(
    /^This read holds the processor's own memory/,
  );
});

test('when no checksum is known, it is stated that none was checked', () => {
  const sums = read(edc15Sample()).checksums;
  const none = { ...read(edc15Sample()), checksums: null };
  expect(sums).not.toBeNull();
  expect(listReadFindings(none).map((one) => one.text)).toContain(textKey('files.identification.noChecksumKnown'));
});

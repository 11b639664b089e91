import { englishText } from '../../../contract/texts.ts';
import { describe, expect, test } from 'vitest';
import type { Findings } from '../findings.ts';
import { isAllConfirmed, listFindings, listWarnings, type Finding } from './findings.rules.ts';
import { plainSentences } from './plain-findings.rules.ts';

const ECU = { maker: 'Bosch', model: 'EDC16U34', software_number: '1037380001' };
const sum = (state: 'ok' | 'wrong' | 'unknown', state_before: 'ok' | 'wrong' | null = 'ok') => ({
  name: `Block ${state}`,
  kind: 'sum' as const,
  state,
  state_before,
});

/** Builds findings in which the ordered codes have these states in the modified file. */
const codes = (states: Record<string, NonNullable<Findings['codes']>[number]['state']>) =>
  Object.entries(states).map(([code, state]) => ({ code, state }));

const GOOD: Findings = {
  not_compared: null,
  original_size_bytes: 1000,
  modified_size_bytes: 1000,
  original_ecu: ECU,
  modified_ecu: ECU,
  control_unit: 'same',
  bytes_changed: 12,
  places: 3,
  kinds: [],
  strip: '-'.repeat(128),
  checksums: [sum('ok')],
  asked: 'P0401 P2002',
  codes: codes({ P0401: 'off', P2002: 'off' }),
  also_off: [],
};

const findLine = (name: Finding['name'], changes: Partial<Findings>) => {
  const finding = listFindings({ ...GOOD, ...changes }).find((one) => one.name === name);
  if (!finding) throw new Error(`nothing is said of ${name}`);
  return {
    ...finding,
    sentence: [finding.text, ...(finding.more ?? [])].map((text) => englishText(text, finding.values)).join(' '),
    plain: plainSentences(finding)
      .map((text) => englishText(text, finding.values))
      .join(' '),
  };
};

const table: [Finding['name'], Finding['verdict'], Partial<Findings>, string, string][] = [
  ['size', 'OK', {}, 'Both files have 1000 bytes.', 'Same size as your original.'],
  [
    'size',
    'WARNING',
    { modified_size_bytes: 900 },
    'The modified file is 100 bytes shorter than the original (900 of 1000).',
    'Not the same size as your original.',
  ],
  [
    'size',
    'WARNING',
    { modified_size_bytes: 1100 },
    'The modified file is 100 bytes longer than the original (1100 instead of 1000).',
    'Not the same size as your original.',
  ],
  [
    'software',
    'OK',
    {},
    'Both are Bosch EDC16U34 with software 1037380001.',
    'Same control unit and software as your original.',
  ],
  [
    'software',
    'WARNING',
    { control_unit: 'other', modified_ecu: { ...ECU, software_number: '1037380002' } },
    'Another control unit: the original is Bosch EDC16U34 with software 1037380001, this is Bosch EDC16U34 with 1037380002.',
    'It does not match the control unit and software of your original.',
  ],
  [
    'software',
    'WARNING',
    { control_unit: 'other', modified_ecu: null },
    'The original is Bosch EDC16U34; the modified file is not recognised as a control unit.',
    'It does not match the control unit and software of your original.',
  ],
  [
    'software',
    'NOT_CHECKED',
    { control_unit: 'unknown', original_ecu: null, modified_ecu: null },
    'The original is not recognised; only size and bytes were compared.',
    'Whether it belongs to the same control unit could not be checked.',
  ],
  [
    'software',
    'NOT_CHECKED',
    { original_ecu: { ...ECU, software_number: null } },
    'Both are Bosch EDC16U34, but the files name no software number.',
    'Whether it belongs to the same control unit could not be checked.',
  ],
  ['bytes', 'OK', {}, 'Bytes changed: 12, in 3 regions (1.2 %).', '1.2 % of the file changed.'],
  [
    'bytes',
    'WARNING',
    { bytes_changed: 0, places: 0 },
    'Nothing is changed: this is the original.',
    'Nothing was changed: it is your original.',
  ],
  [
    'bytes',
    'WARNING',
    { bytes_changed: 300 },
    'Bytes changed: 300, 30 % of the file: more than a modification usually changes.',
    'An unusually large part of the file was changed: 30 %.',
  ],
  ['checksums', 'OK', {}, 'The 1 checksum is right.', 'Its checksums are right.'],
  [
    'checksums',
    'OK',
    { checksums: [sum('ok'), sum('unknown')] },
    '1 checksum is right; not checkable: 1.',
    'The checksums that could be checked are right. Its other checksums could not be checked.',
  ],
  [
    'checksums',
    'WARNING',
    { checksums: [sum('ok'), sum('wrong')] },
    '1 of 2 checksums is wrong: Block wrong.',
    'Not all of its checksums are right.',
  ],
  [
    'checksums',
    'WARNING',
    { checksums: [sum('wrong', 'wrong')] },
    '1 of 1 checksums is wrong, as it was in the original: Block wrong.',
    'Not all of its checksums are right.',
  ],
  [
    'checksums',
    'NOT_CHECKED',
    { checksums: null },
    'Not checked: the checksums of this control unit are not known.',
    'Its checksums could not be checked.',
  ],
  [
    'checksums',
    'NOT_CHECKED',
    { checksums: [sum('unknown')] },
    'Not checked: the checksums of this control unit are not known.',
    'Its checksums could not be checked.',
  ],
  [
    'checksums',
    'NOT_CHECKED',
    { checksums: null, modified_ecu: null },
    'Not checked: the modified file is not recognised.',
    'Its checksums could not be checked.',
  ],
  ['dtcs', 'OK', {}, 'Off, as ordered: P0401, P2002.', 'The trouble codes that you asked for are off: P0401, P2002.'],
  [
    'dtcs',
    'WARNING',
    {
      codes: codes({ P0401: 'off', P2002: 'partial' }),
    },
    'Ordered off, but still on: P2002.',
    'Not all trouble codes that you asked for are off. Still on: P2002.',
  ],
  [
    'dtcs',
    'WARNING',
    {
      codes: codes({ P0401: 'on', P2002: 'missing', P9999: 'unread' }),
    },
    'Ordered off, but still on: P0401. Not in the table of this file: P2002. Ordered off, but could not be read: P9999.',
    'Not all trouble codes that you asked for are off. Still on: P0401. Not found in the file, so not checked: P2002. Could not read: P9999 (not checked).',
  ],
  [
    'dtcs',
    'NOT_CHECKED',
    {
      codes: codes({ P0401: 'off', P2002: 'missing' }),
    },
    'Off, as ordered: P0401. Not in the table of this file: P2002.',
    'Of the trouble codes that you asked for, these are off: P0401. Not found in the file, so not checked: P2002.',
  ],
  [
    'dtcs',
    'NOT_CHECKED',
    {
      codes: codes({ P0401: 'off', P9999: 'unread' }),
    },
    'Off, as ordered: P0401. Ordered off, but could not be read: P9999.',
    'Of the trouble codes that you asked for, these are off: P0401. Could not read: P9999 (not checked).',
  ],
  [
    'dtcs',
    'NOT_CHECKED',
    {
      codes: codes({ P0401: 'off', '2A01': 'unknown' }),
    },
    'Off, as ordered: P0401. Ordered off, but could not be read: 2A01.',
    'Of the trouble codes that you asked for, these are off: P0401. Could not read: 2A01 (not checked).',
  ],
  [
    'dtcs',
    'NOT_CHECKED',
    {
      codes: codes({ P2002: 'missing', P9999: 'unread' }),
    },
    'Ordered off, but not in this file’s table: P2002. Ordered off, but could not be read: P9999.',
    'Whether the trouble codes that you asked for are off could not be checked. Not found in the file, so not checked: P2002. Could not read: P9999 (not checked).',
  ],
  [
    'dtcs',
    'NOT_CHECKED',
    { codes: codes({ P2002: 'missing' }) },
    'Ordered off, but not in this file’s table: P2002.',
    'Whether the trouble codes that you asked for are off could not be checked. Not found in the file, so not checked: P2002.',
  ],
  [
    'dtcs',
    'NOT_CHECKED',
    { codes: null },
    'Ordered off: P0401 P2002. Not checked: no code table could be read in this file.',
    'Whether the trouble codes that you asked for are off could not be checked.',
  ],
  [
    'dtcs',
    'NOT_CHECKED',
    { asked: 'everything', codes: codes({ everything: 'unread' }) },
    'Ordered off: “everything”. Not checked: no trouble code is named there.',
    'Whether the trouble codes that you asked for are off could not be checked.',
  ],
  [
    'dtcs',
    'NOT_CHECKED',
    // The form in which versions were stored before unreadable words were recorded.
    { asked: 'everything', codes: [] },
    'Ordered off: “everything”. Not checked: no trouble code is named there.',
    'Whether the trouble codes that you asked for are off could not be checked.',
  ],
];

test.each(table)('%s is %s for %j', (name, verdict, changes, sentence, plain) => {
  expect(findLine(name, changes)).toMatchObject({ verdict, sentence, plain });
});

describe('what has to be confirmed', () => {
  test('is every warning, and nothing else', () => {
    expect(listWarnings(GOOD)).toEqual([]);
    const bad: Findings = { ...GOOD, modified_size_bytes: 1, checksums: null };
    expect(listWarnings(bad)).toEqual(['size']);
    expect([[], ['size'], ['size', 'dtcs']].map((names) => isAllConfirmed(bad, names as []))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('a file without an ordered code is not judged by its codes', () => {
    const namesOf = (facts: typeof GOOD) => listFindings(facts).map(({ name }) => name);
    expect(namesOf(GOOD)).toContain('dtcs');
    expect(namesOf({ ...GOOD, asked: null, codes: null })).not.toContain('dtcs');
  });

  test('a signature that any change invalidates is not a warning', () => {
    const signature = { name: 'RSA', kind: 'signature' as const, state: 'wrong' as const, state_before: 'ok' as const };
    expect(listWarnings({ ...GOOD, checksums: [sum('wrong')] })).not.toEqual([]);
    expect(listWarnings({ ...GOOD, checksums: [sum('ok'), signature] })).toEqual([]);
  });

  test('everything that was not compared has a reason and is not a warning', () => {
    const findings: Findings = {
      ...GOOD,
      not_compared: 'it was stopped.',
      bytes_changed: null,
      checksums: null,
      codes: null,
    };
    const sentences = listFindings(findings).map(({ text, values }) => englishText(text, values));
    expect(sentences.slice(1).every((sentence) => sentence.endsWith(': it was stopped.'))).toBe(true);
    expect(listWarnings(findings)).toEqual([]);
  });
});

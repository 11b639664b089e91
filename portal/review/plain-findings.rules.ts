import type { Finding, Verdict } from './findings.rules.ts';

type Sentences = Record<Verdict, string>;

/** What a finding means to a reader who tunes no files, with the same places as the finding itself. */
const PLAIN: Record<Finding['name'], Sentences> = {
  size: {
    OK: 'The modified file is as large as your original.',
    WARNING: 'The modified file is not as large as your original.',
    NOT_CHECKED: 'The sizes were not compared.',
  },
  software: {
    OK: 'It belongs to the same control unit and the same software as your original.',
    WARNING: 'It does not match the control unit and software of your original.',
    NOT_CHECKED: 'Whether it belongs to the same control unit could not be checked.',
  },
  bytes: {
    OK: 'Only {percent} % of the file was changed.',
    WARNING: 'An unusually large part of the file was changed: {percent} %.',
    NOT_CHECKED: 'How much of the file was changed could not be checked.',
  },
  checksums: {
    OK: 'Its checksums are right.',
    WARNING: 'Not all of its checksums are right.',
    NOT_CHECKED: 'Its checksums could not be checked.',
  },
  dtcs: {
    OK: 'The trouble codes that you asked for are off: {off}.',
    WARNING: 'Not all trouble codes that you asked for are off. Still on: {on}.',
    NOT_CHECKED: 'Whether the trouble codes that you asked for are off could not be checked.',
  },
};

/** The sentences of a finding in plain words. */
export function plainSentences(finding: Finding): string[] {
  const { name, verdict, values = {} } = finding;
  if (name === 'dtcs') return aboutCodes(finding);
  if (name === 'bytes' && verdict === 'WARNING' && values.percent === undefined) {
    return ['Nothing was changed: it is your original.'];
  }
  if (name === 'checksums' && verdict === 'OK' && values.unknown !== undefined) {
    return ['The checksums that could be checked are right.', 'Its other checksums could not be checked.'];
  }
  return [PLAIN[name][verdict]];
}

/** Nothing that was asked for is left out: what is not listed here would be taken for switched off. */
function aboutCodes({ verdict, values = {} }: Finding): string[] {
  const isPartlyOff = verdict === 'NOT_CHECKED' && Boolean(values.off);
  return [
    isPartlyOff ? 'Of the trouble codes that you asked for, these are off: {off}.' : PLAIN.dtcs[verdict],
    ...(values.missing ? ['Not found in the file, so not checked: {missing}.'] : []),
    ...(values.unread ? ['Not understood, so not checked: {unread}.'] : []),
  ];
}

import type { Findings, FindingName } from '../files/files.contract.ts';

export type Verdict = 'OK' | 'WARNING' | 'NOT_CHECKED';

/** One line of what was found: English sentences with places, as `t` takes them. */
export interface Finding {
  name: FindingName;
  verdict: Verdict;
  text: string;
  /** Sentences that follow it, with the same places. */
  more?: string[];
  values?: Record<string, string | number>;
}

/** Above this share of changed bytes a file is more likely another one than a modified one. */
const MANY = 0.2;

/** Every check that applies to these files, in the order in which people ask. */
export function listFindings(findings: Findings): Finding[] {
  const dtcs = findings.asked === null ? [] : [judgeDtcs(findings, findings.asked)];
  return [judgeSize(findings), judgeSoftware(findings), judgeBytes(findings), judgeChecksums(findings), ...dtcs];
}

/** What has to be confirmed before going on. */
export const listWarnings = (findings: Findings): FindingName[] =>
  listFindings(findings)
    .filter(({ verdict }) => verdict === 'WARNING')
    .map(({ name }) => name);

/** Whether what was confirmed is all that there is to confirm. */
export const isAllConfirmed = (findings: Findings, confirmed: readonly FindingName[]) =>
  listWarnings(findings).every((name) => confirmed.includes(name));

function judgeSize({ original_size_bytes: original, modified_size_bytes: modified }: Findings): Finding {
  if (original === modified) {
    return { name: 'size', verdict: 'OK', text: 'Both files have {original} bytes.', values: { original } };
  }
  const text =
    modified < original
      ? 'The modified file is {difference} bytes shorter than the original ({modified} of {original}).'
      : 'The modified file is {difference} bytes longer than the original ({modified} instead of {original}).';
  const difference = Math.abs(original - modified);
  return { name: 'size', verdict: 'WARNING', text, values: { original, modified, difference } };
}

function judgeSoftware({ not_compared, original_ecu: was, modified_ecu: is, control_unit }: Findings): Finding {
  const finding = (verdict: Verdict, text: string, values?: Finding['values']): Finding => ({
    name: 'software',
    verdict,
    text,
    ...(values && { values }),
  });
  if (not_compared !== null) return finding('NOT_CHECKED', 'Not compared: {reason}', { reason: not_compared });
  if (was === null) {
    return finding('NOT_CHECKED', 'The original is not recognised; only size and bytes were compared.');
  }
  const values = { ecu: `${was.maker} ${was.model}`, was: was.software_number ?? '–', is: is?.software_number ?? '–' };
  if (is === null) {
    return finding('WARNING', 'The original is {ecu}; the modified file is not recognised as a control unit.', values);
  }
  if (control_unit === 'other') {
    const other = `${is.maker} ${is.model}`;
    return finding(
      'WARNING',
      'Another control unit: the original is {ecu} with software {was}, this is {other} with {is}.',
      {
        ...values,
        other,
      },
    );
  }
  if (was.software_number === null) {
    return finding('NOT_CHECKED', 'Both are {ecu}, but the files name no software number.', values);
  }
  return finding('OK', 'Both are {ecu} with software {was}.', values);
}

function judgeBytes({ not_compared, bytes_changed: changed, places, original_size_bytes: size }: Findings): Finding {
  if (changed === null) {
    return {
      name: 'bytes',
      verdict: 'NOT_CHECKED',
      text: 'Not compared: {reason}',
      values: { reason: not_compared ?? '' },
    };
  }
  if (changed === 0) {
    return { name: 'bytes', verdict: 'WARNING', text: 'Nothing is changed: this is the original.' };
  }
  const values = { changed, places: places ?? 0, percent: percentOf(changed, size) };
  if (changed > size * MANY) {
    const text = '{changed} bytes are changed, {percent} % of the file: more than a modification usually changes.';
    return { name: 'bytes', verdict: 'WARNING', text, values };
  }
  return {
    name: 'bytes',
    verdict: 'OK',
    text: '{changed} bytes are changed in {places} regions ({percent} %).',
    values,
  };
}

const percentOf = (part: number, whole: number) => {
  const percent = (part / Math.max(1, whole)) * 100;
  return percent < 0.01 ? '< 0.01' : percent.toFixed(percent < 10 ? 2 : 0);
};

function judgeChecksums({ not_compared, checksums, modified_ecu }: Findings): Finding {
  const finding = (verdict: Verdict, text: string, values?: Finding['values']): Finding => ({
    name: 'checksums',
    verdict,
    text,
    ...(values && { values }),
  });
  if (not_compared !== null) return finding('NOT_CHECKED', 'Not checked: {reason}', { reason: not_compared });
  if (modified_ecu === null) return finding('NOT_CHECKED', 'Not checked: the modified file is not recognised.');
  // A signature never holds after a change; flash tools deal with it.
  const sums = checksums?.filter(({ kind }) => kind === 'sum') ?? [];
  const known = sums.filter(({ state }) => state !== 'unknown');
  if (known.length === 0)
    return finding('NOT_CHECKED', 'Not checked: the checksums of this control unit are not known.');
  const wrong = known.filter(({ state }) => state === 'wrong');
  const values = { wrong: wrong.length, all: known.length, names: wrong.map(({ name }) => name).join(', ') };
  if (wrong.length > 0) {
    const wasWrong = wrong.every(({ state_before }) => state_before === 'wrong');
    const text = wasWrong
      ? '{wrong} of {all} checksums are wrong, as they were in the original: {names}.'
      : '{wrong} of {all} checksums are wrong: {names}.';
    return finding('WARNING', text, values);
  }
  const unknown = sums.length - known.length;
  return unknown === 0
    ? finding('OK', 'All {all} checksums are right.', values)
    : finding('OK', '{all} checksums are right; {unknown} more cannot be checked.', { ...values, unknown });
}

function judgeDtcs({ not_compared, codes }: Findings, asked: string): Finding {
  const finding = (verdict: Verdict, text: string, values: Finding['values'] = {}): Finding => ({
    name: 'dtcs',
    verdict,
    text,
    values,
  });
  if (not_compared !== null) return finding('NOT_CHECKED', 'Not checked: {reason}', { reason: not_compared });
  if (codes === null) {
    return finding(
      'NOT_CHECKED',
      'Asked off: {asked}. Not checked: this file has no table of codes that can be read.',
      { asked },
    );
  }
  const named = (...states: (typeof codes)[number]['state'][]) =>
    codes.filter(({ state }) => states.includes(state)).map(({ code }) => code);
  const [on, off, missing, unread] = [
    named('on', 'partial'),
    named('off'),
    named('missing'),
    named('unread', 'unknown'),
  ];
  if (on.length + off.length + missing.length === 0 && !codes.some(({ state }) => state === 'unknown')) {
    return finding('NOT_CHECKED', 'Asked off: “{asked}”. Not checked: no trouble code is named there.', { asked });
  }
  const values = { on: on.join(', '), off: off.join(', '), missing: missing.join(', '), unread: unread.join(', ') };
  const more = [...(missing.length > 0 ? [NOT_IN_TABLE] : []), ...(unread.length > 0 ? [UNREAD] : [])];
  if (on.length > 0) return { ...finding('WARNING', 'Asked off, but still on: {on}.', values), more };
  if (off.length > 0) {
    // Whatever was not found may still be on, under another name.
    return { ...finding(more.length > 0 ? 'NOT_CHECKED' : 'OK', 'Asked off, and off: {off}.', values), more };
  }
  return missing.length > 0
    ? {
        ...finding('NOT_CHECKED', 'Asked off, but not in the table of this file: {missing}.', values),
        more: more.slice(1),
      }
    : finding('NOT_CHECKED', UNREAD, values);
}

const NOT_IN_TABLE = 'Not in the table of this file: {missing}.';
const UNREAD = 'Asked off, but could not be read: {unread}.';

import type { Findings, FindingName } from '../findings.ts';
import { type Label, textKey } from '../../../contract/texts.ts';

export type Verdict = 'OK' | 'WARNING' | 'NOT_CHECKED';

/** One line of the results. */
export interface Finding {
  name: FindingName;
  verdict: Verdict;
  text: Label;
  /** Sentences that follow `text`, with the same placeholders. */
  more?: Label[];
  values?: Record<string, string | number>;
}

/** With more than this share of bytes changed, it is more likely a different file than a modified one. */
const MANY = 0.2;

/** Returns every check that applies to these files, in the order in which people ask about them. */
export function listFindings(findings: Findings): Finding[] {
  const dtcs = findings.asked === null ? [] : [judgeDtcs(findings, findings.asked)];
  return [judgeSize(findings), judgeSoftware(findings), judgeBytes(findings), judgeChecksums(findings), ...dtcs];
}

/** Returns the findings that have to be confirmed before continuing. */
export const listWarnings = (findings: Findings): FindingName[] =>
  listFindings(findings)
    .filter(({ verdict }) => verdict === 'WARNING')
    .map(({ name }) => name);

/** Returns whether everything that needs confirmation was confirmed. */
export const isAllConfirmed = (findings: Findings, confirmed: readonly FindingName[]) =>
  listWarnings(findings).every((name) => confirmed.includes(name));

const findingOf =
  (name: FindingName) =>
  (verdict: Verdict, text: Label, values?: Finding['values']): Finding => ({
    name,
    verdict,
    text,
    ...(values && { values }),
  });

function judgeSize({ original_size_bytes: original, modified_size_bytes: modified }: Findings): Finding {
  const finding = findingOf('size');
  if (original === modified) return finding('OK', textKey('files.review.finding.sameSize'), { original });
  const text = modified < original ? textKey('files.review.finding.shorter') : textKey('files.review.finding.longer');
  const difference = Math.abs(original - modified);
  return finding('WARNING', text, { original, modified, count: difference });
}

function judgeSoftware({ not_compared, original_ecu: was, modified_ecu: is, control_unit }: Findings): Finding {
  const finding = findingOf('software');
  if (not_compared !== null)
    return finding('NOT_CHECKED', textKey('files.review.finding.notCompared'), { reason: not_compared });
  if (was === null) {
    return finding('NOT_CHECKED', textKey('files.review.finding.onlySizeCompared'));
  }
  const values = { ecu: `${was.maker} ${was.model}`, was: was.software_number ?? '–', is: is?.software_number ?? '–' };
  if (is === null) {
    return finding('WARNING', textKey('files.review.finding.notRecognised'), values);
  }
  if (control_unit === 'other') {
    const other = `${is.maker} ${is.model}`;
    return finding('WARNING', textKey('files.review.finding.otherControlUnit'), {
      ...values,
      other,
    });
  }
  if (was.software_number === null) {
    return finding('NOT_CHECKED', textKey('files.review.finding.sameWithoutSoftware'), values);
  }
  return finding('OK', textKey('files.review.finding.sameSoftware'), values);
}

function judgeBytes({ not_compared, bytes_changed: changed, places, original_size_bytes: size }: Findings): Finding {
  const finding = findingOf('bytes');
  if (changed === null) {
    return finding('NOT_CHECKED', textKey('files.review.finding.notCompared'), { reason: not_compared ?? '' });
  }
  if (changed === 0) return finding('WARNING', textKey('files.review.finding.nothingChanged'));
  const values = { changed, count: places ?? 0, percent: computePercent(changed, size) };
  if (changed > size * MANY) return finding('WARNING', textKey('files.review.finding.muchChanged'), values);
  return finding('OK', textKey('files.review.finding.bytesChanged'), values);
}

const computePercent = (part: number, whole: number): number => {
  const percent = (part / Math.max(1, whole)) * 100;
  return Number(percent < 0.01 ? percent.toPrecision(1) : percent.toFixed(percent < 10 ? 2 : 0));
};

function judgeChecksums({ not_compared, checksums, modified_ecu }: Findings): Finding {
  const finding = findingOf('checksums');
  if (not_compared !== null)
    return finding('NOT_CHECKED', textKey('files.review.finding.notChecked'), { reason: not_compared });
  if (modified_ecu === null) return finding('NOT_CHECKED', textKey('files.review.finding.notCheckedUnrecognised'));
  // A signature is never valid after a change; flash tools deal with it.
  const sums = checksums?.filter(({ kind }) => kind === 'sum') ?? [];
  const known = sums.filter(({ state }) => state !== 'unknown');
  if (known.length === 0) return finding('NOT_CHECKED', textKey('files.review.finding.checksumsUnknown'));
  const wrong = known.filter(({ state }) => state === 'wrong');
  if (wrong.length > 0) {
    const values = { count: wrong.length, all: known.length, names: wrong.map(({ name }) => name).join(', ') };
    const wasWrong = wrong.every(({ state_before }) => state_before === 'wrong');
    const text = wasWrong
      ? textKey('files.review.finding.checksumsWrongBefore')
      : textKey('files.review.finding.checksumsWrong');
    return finding('WARNING', text, values);
  }
  const unknown = sums.length - known.length;
  const count = known.length;
  return unknown === 0
    ? finding('OK', textKey('files.review.finding.checksumsRight'), { count })
    : finding('OK', textKey('files.review.finding.checksumsSomeUnknown'), { count, unknown });
}

function judgeDtcs({ not_compared, codes }: Findings, requestedText: string): Finding {
  const finding = findingOf('dtcs');
  if (not_compared !== null)
    return finding('NOT_CHECKED', textKey('files.review.finding.notChecked'), { reason: not_compared });
  if (codes === null) {
    return finding('NOT_CHECKED', textKey('files.review.finding.orderWithoutTable'), { asked: requestedText });
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
    return finding('NOT_CHECKED', textKey('files.review.finding.orderWithoutCode'), { asked: requestedText });
  }
  const values = { on: on.join(', '), off: off.join(', '), missing: missing.join(', '), unread: unread.join(', ') };
  const more = [...(missing.length > 0 ? [NOT_IN_TABLE] : []), ...(unread.length > 0 ? [UNREAD] : [])];
  if (on.length > 0) return { ...finding('WARNING', textKey('files.review.finding.orderedStillOn'), values), more };
  if (off.length > 0) {
    // A code that was not found may still be on under another name.
    return {
      ...finding(more.length > 0 ? 'NOT_CHECKED' : 'OK', textKey('files.review.finding.orderedOff'), values),
      more,
    };
  }
  return missing.length > 0
    ? {
        ...finding('NOT_CHECKED', textKey('files.review.finding.orderedNotInTable'), values),
        more: more.slice(1),
      }
    : finding('NOT_CHECKED', UNREAD, values);
}

const NOT_IN_TABLE = textKey('files.review.finding.notInTable');
const UNREAD = textKey('files.review.finding.orderedNotRead');

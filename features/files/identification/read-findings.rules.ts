import type { Sentence } from '../../../contract/sentence.ts';
import { type Label, textKey } from '../../../contract/texts.ts';
import { looksLikeEcuFile } from './identification.rules.ts';
import type { Identification } from './identification.calls.ts';

/** WARNING: needs a look before the file is worked on. FACT: read, and neither good nor bad. */
export type Verdict = 'OK' | 'WARNING' | 'FACT';

/** One finding; each comes from a check that ran. */
export interface ReadFinding {
  verdict: Verdict;
  text: Label;
  values?: Record<string, string | number>;
  /** A reason from the library, shown after the text. */
  reason?: Sentence;
  /** Belongs to the evidence: true of every file of the family, or of what was not checked. */
  isDetail?: true;
}

/** Lists the findings about a file, warnings first. */
export function listReadFindings(identification: Identification): ReadFinding[] {
  const findings = [
    ...judgeType(identification),
    ...judgeForm(identification),
    ...nameParts(identification),
    ...judgeRead(identification),
    ...judgeChecksums(identification),
    ...judgeDtcs(identification),
  ];
  return [
    ...findings.filter(({ verdict }) => verdict === 'WARNING'),
    ...findings.filter(({ verdict }) => verdict !== 'WARNING'),
  ];
}

const warning = (text: Label, values?: ReadFinding['values']): ReadFinding => ({
  verdict: 'WARNING',
  text,
  ...(values && { values }),
});

function judgeType(identification: Identification): ReadFinding[] {
  const { file_type: type, size_bytes: size, outcome, candidates, hint } = identification;
  const hints: ReadFinding[] =
    hint === null ? [] : [{ ...warning(textKey('files.identification.readNotWhole')), reason: hint }];
  if (type === 'OK') return [...hints, ...judgeOutcome(outcome, candidates)];
  if (type === 'blank') return [warning(textKey('files.identification.fileBlank'))];
  if (type === 'EEPROM or part of a file') return [warning(textKey('files.identification.eepromOrPart'), { size })];
  if (type === 'encrypted or packed') return [warning(textKey('files.identification.encryptedOrPacked'))];
  if (type === 'memory of an unknown unit') return [warning(textKey('files.identification.memoryUnknown')), ...hints];
  if (looksLikeEcuFile(identification))
    return [warning(textKey('files.identification.otherFormat'), { type }), ...hints];
  if (type === 'not an ECU file') return [warning(textKey('files.identification.notEcuFile'))];
  return [warning(textKey('files.identification.notEcuFileButType'), { type })];
}

function judgeOutcome(outcome: Identification['outcome'], candidates: readonly string[]): ReadFinding[] {
  if (outcome === 'recognised') return [];
  if (outcome === 'unknown') return [{ verdict: 'FACT', text: textKey('files.identification.controlUnitUnknown') }];
  const values = { names: candidates.join('; ') };
  return [{ verdict: 'FACT', text: textKey('files.identification.severalControlUnits'), values }];
}

function judgeForm({ form }: Identification): ReadFinding[] {
  // The parts are named by a finding of their own.
  if (form === 'as it is' || form === 'with data memory') return [];
  const twice = form.split(', ').includes('doubled') ? [warning(textKey('files.identification.contentTwice'))] : [];
  if (form === 'doubled') return twice;
  return [...twice, { verdict: 'FACT', text: textKey('files.identification.readInForm'), values: { form } }];
}

const nameParts = ({ memory_parts: parts = null }: Identification): ReadFinding[] =>
  parts === null ? [] : [{ verdict: 'FACT', text: textKey('errors.ecu.parts_joined'), values: parts.values }];

const judgeRead = ({ read_warnings = [] }: Identification): ReadFinding[] =>
  read_warnings.map((reason) => ({ ...warning(textKey('files.identification.readInDoubt')), reason }));

function judgeChecksums({ checksums, control_unit, percent_covered }: Identification): ReadFinding[] {
  if (control_unit === null) return [];
  if (checksums === null) return [{ verdict: 'FACT', text: textKey('files.identification.noChecksumKnown') }];
  const sums = checksums.filter(({ kind }) => kind === 'sum');
  const named = (state: string) => sums.filter((one) => one.state === state).map(({ name }) => name);
  const [wrong, right, unknown] = [named('wrong'), named('ok'), named('unknown')];
  const findings: ReadFinding[] = [];
  if (wrong.length > 0) {
    findings.push(
      warning(textKey('files.identification.checksumsWrong'), { n: wrong.length, names: wrong.join(', ') }),
    );
  } else if (right.length > 0) {
    findings.push({
      verdict: 'OK',
      text: textKey('files.identification.checksumsRight'),
      values: { count: right.length },
    });
  }
  if (unknown.length > 0) {
    const values = { names: unknown.join(', ') };
    findings.push({ verdict: 'FACT', text: textKey('files.identification.notChecked'), values, isDetail: true });
  }
  if (sums.length > 0 && percent_covered != null) {
    const values = { percent: percent_covered };
    findings.push({ verdict: 'FACT', text: textKey('errors.ecu.checksums_cover'), values, isDetail: true });
  }
  const signatures = checksums.filter(({ kind }) => kind === 'signature');
  return [...findings, ...signatures.map(judgeSignature)];
}

const judgeSignature = ({ name }: { name: string }): ReadFinding => ({
  verdict: 'FACT',
  text: textKey('errors.ecu.signature_no_longer_matches'),
  values: { name },
  isDetail: true,
});

/** Even a manufacturer's original file may have codes that are off, so their number is a fact and not a warning. */
function judgeDtcs({ dtcs, dtcs_missing, control_unit }: Identification): ReadFinding[] {
  if (dtcs === null) {
    if (dtcs_missing === null || control_unit === null) return [];
    return [{ verdict: 'FACT', text: textKey('files.identification.dtcsNotListed'), reason: dtcs_missing }];
  }
  const { on, off, partial, unknown } = dtcs;
  const all = on + off + partial + unknown;
  if (unknown === all)
    return [{ verdict: 'FACT', text: textKey('files.identification.dtcStatesUnknown'), values: { count: all } }];
  if (off === 0)
    return [{ verdict: 'FACT', text: textKey('files.identification.dtcsNoneOff'), values: { count: all } }];
  return [{ verdict: 'FACT', text: textKey('files.identification.dtcsOff'), values: { count: off, all } }];
}

import { analyse } from '../../ecu/analyse.ts';
import type { Analysis } from '../../ecu/analyse.ts';
import type { ChecksumState, DtcState, FactName } from '../../ecu/family.ts';

/** What the page shows of a file: plain values that a worker can send. */
export type Findings = {
  verdict: string;
  isRecognised: boolean;
  hint: string | null;
  facts: { name: string; value: string; at: number | null }[];
  reasons: { text: string; at: number }[];
  checksums: { name: string; state: ChecksumState }[];
  codes: { code: string; state: DtcState; at: number | null }[];
  /** Returns where the codes come from, or why there are none; null: not looked for. */
  codesNote: string | null;
};

const FACT_NAMES: readonly [FactName, string][] = [
  ['model', 'Control unit'],
  ['vehicleManufacturer', 'Vehicle'],
  ['hardwareNumber', 'Hardware number'],
  ['softwareNumber', 'Software number'],
  ['partNumber', 'Part number'],
  ['softwareId', 'Software'],
  ['softwareVersion', 'Software version'],
  ['dataset', 'Dataset'],
  ['variant', 'Variant'],
  ['engine', 'Engine'],
  ['processor', 'Processor'],
];

export function findIn(bytes: Uint8Array): Findings {
  const analysis = analyse(bytes);
  const { hint } = analysis.inspection;
  const isRecognised = analysis.family !== null;
  const checksums = (analysis.checksums ?? []).map(({ name, state }) => ({ name, state }));
  return {
    verdict: verdictOf(analysis),
    isRecognised,
    hint,
    facts: factsOf(analysis),
    reasons: reasonsOf(analysis),
    checksums,
    ...codesOf(analysis),
  };
}

function verdictOf({ inspection: { identification, fileType }, family }: Analysis): string {
  if (identification.outcome === 'recognised' && family !== null) {
    const { model } = identification.facts;
    return `Recognised: ${family.maker} ${model?.value ?? family.models.join(', ')}.`;
  }
  if (identification.outcome === 'ambiguous') {
    const names = identification.candidates.map(({ models }) => models.join(', '));
    return `Not recognised: it looks like more than one kind of control unit (${names.join('; ')}).`;
  }
  return fileType === 'OK'
    ? 'Not recognised: this looks like the memory of a control unit that is not known yet.'
    : `Not recognised: ${fileType}.`;
}

function factsOf({ inspection: { identification, form, sizeBytes } }: Analysis): Findings['facts'] {
  const file = [
    { name: 'Size', value: `${sizeBytes} bytes`, at: null },
    ...(form.name === 'as it is' ? [] : [{ name: 'Form', value: form.name, at: null }]),
  ];
  if (identification.outcome !== 'recognised') return file;
  const { facts } = identification;
  const known = FACT_NAMES.flatMap(([key, name]) => {
    const fact = facts[key];
    if (fact === undefined) return [];
    return [fact, ...(fact.others ?? [])].map(({ value, at, strength }) => {
      return { name, value, at: strength === 'implied' ? null : at };
    });
  });
  return [...known, ...file];
}

function reasonsOf({ inspection: { identification } }: Analysis): Findings['reasons'] {
  if (identification.outcome !== 'recognised') return [];
  return identification.family.evidence.map(({ because, at }) => ({ text: because, at }));
}

function codesOf({ listing }: Analysis): Pick<Findings, 'codes' | 'codesNote'> {
  if (listing === null) return { codes: [], codesNote: null };
  if (listing.outcome === 'not found') return { codes: [], codesNote: listing.because };
  const codes = listing.rows.map(({ code, state, entriesAt }) => ({ code, state, at: entriesAt[0] ?? null }));
  return { codes, codesNote: listing.notSwitchable ?? `Confirmed by: ${listing.confirmedBy.join('; ')}.` };
}

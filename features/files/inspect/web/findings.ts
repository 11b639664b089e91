import type { FactName } from '../../../../ecu/fact-names.ts';
import type { ChecksumState, DtcState } from '../../../../ecu/family.ts';
import type { Summary } from '../../../../ecu/summary.ts';

/** What the page shows about a file, as texts. */
export type Findings = {
  verdict: string;
  isRecognised: boolean;
  /** What the user has to know about the file, above all where the read is in doubt. */
  hint: string | null;
  facts: { name: string; value: string; at: number | null }[];
  reasons: { text: string; at: number }[];
  checksums: { name: string; state: ChecksumState }[];
  codes: { code: string; state: DtcState; at: number | null }[];
  /** Where the codes come from, or why there are none; null if they were not searched for. */
  codesNote: string | null;
};

const FACT_NAMES: Record<FactName, string> = {
  model: 'Control unit',
  vehicleManufacturer: 'Vehicle',
  hardwareNumber: 'Hardware number',
  softwareNumber: 'Software number',
  partNumber: 'Part number',
  softwareId: 'Software',
  softwareVersion: 'Software version',
  dataset: 'Dataset',
  variant: 'Variant',
  engine: 'Engine',
  processor: 'Processor',
};

export function findingsOf(summary: Summary): Findings {
  const { hint, readWarnings, family, checksums } = summary;
  const hints = [...(hint === null ? [] : [hint]), ...readWarnings].map(({ message }) => message);
  return {
    verdict: verdictOf(summary),
    isRecognised: family !== null,
    hint: hints.length === 0 ? null : hints.join(' '),
    facts: factsOf(summary),
    reasons: (family?.evidence ?? []).map(({ reason, at }) => ({ text: reason, at })),
    checksums: (checksums ?? []).map(({ name, state }) => ({ name, state })),
    ...codesOf(summary),
  };
}

function verdictOf({ outcome, fileType, family, facts, candidates }: Summary): string {
  if (family !== null) {
    const model = facts.find(({ name }) => name === 'model')?.value ?? family.models.join(', ');
    return `Recognised: ${family.maker} ${model}.`;
  }
  if (outcome === 'ambiguous') {
    return `Not recognised: it looks like more than one kind of control unit (${candidates.join('; ')}).`;
  }
  return fileType === 'OK'
    ? 'Not recognised: this looks like the memory of a control unit that is not known yet.'
    : `Not recognised: ${fileType}.`;
}

function factsOf({ facts, form, sizeBytes, percentCovered, parts }: Summary): Findings['facts'] {
  return [
    ...facts.map(({ name, value, at, strength }) => ({
      name: FACT_NAMES[name],
      value,
      at: strength === 'implied' ? null : at,
    })),
    { name: 'Size', value: `${sizeBytes} bytes`, at: null },
    ...(percentCovered === null
      ? []
      : [{ name: 'Covered by known checksums', value: `${percentCovered} % of the file`, at: null }]),
    ...(parts === null ? [] : [{ name: 'Parts', value: parts.message, at: null }]),
    ...(form === 'as it is' ? [] : [{ name: 'Form', value: form, at: null }]),
  ];
}

function codesOf({ dtcs }: Summary): Pick<Findings, 'codes' | 'codesNote'> {
  if (dtcs === null) return { codes: [], codesNote: null };
  if (dtcs.outcome === 'not found') return { codes: [], codesNote: dtcs.reason.message };
  return {
    codes: dtcs.rows,
    codesNote: dtcs.notSwitchable?.message ?? `Confirmed by: ${dtcs.confirmedBy.join('; ')}.`,
  };
}

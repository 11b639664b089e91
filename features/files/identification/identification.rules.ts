import type { DtcState } from '../../../ecu/family.ts';
import type { Summary, SummarisedDtcs } from '../../../ecu/summary.ts';
import { MAX_NAMED_CODES, type Identification } from './identification.calls.ts';

/** Converts what the library has read into the form that is stored and sent. */
export const identificationOf = (summary: Summary): Identification => ({
  file_type: summary.fileType,
  form: summary.form,
  size_bytes: summary.sizeBytes,
  hint: summary.hint,
  outcome: summary.outcome,
  control_unit:
    summary.family === null
      ? null
      : {
          family: summary.family.id,
          maker: summary.family.maker,
          models: [...summary.family.models],
          evidence: summary.family.evidence.map(({ points, at, reason }) => ({ points, at, reason })),
        },
  candidates: summary.candidates,
  facts: summary.facts,
  checksums: summary.checksums,
  percent_covered: summary.percentCovered,
  memory_parts: summary.parts,
  read_warnings: summary.readWarnings,
  ...dtcsOf(summary.dtcs),
});

function dtcsOf(dtcs: SummarisedDtcs | null): Pick<Identification, 'dtcs' | 'dtcs_missing'> {
  if (dtcs === null) return { dtcs: null, dtcs_missing: null };
  if (dtcs.outcome === 'not found') return { dtcs: null, dtcs_missing: dtcs.reason };
  const { rows, tableAt } = dtcs;
  const count = (counted: DtcState) => rows.filter(({ state }) => state === counted).length;
  const off = rows.filter(({ state }) => state === 'off').map(({ code }) => code);
  const counts = { on: count('on'), off: off.length, partial: count('partial'), unknown: count('unknown') };
  return { dtcs: { table_at: tableAt, ...counts, off_codes: off.slice(0, MAX_NAMED_CODES) }, dtcs_missing: null };
}

/**
 * Types of files that hold all or part of a control unit's memory in another form, or that only their tool can read.
 */
const OTHER_ECU_FILES: ReadonlySet<string> = new Set([
  'EEPROM or part of a file',
  'encrypted or packed',
  'memory of an unknown unit',
  'FRF',
  'Intel HEX',
  'ODX',
  'PDX',
  'PHF',
  'RWD',
  'S-record',
  'SGO',
  'VBF',
  'WinOLS project',
]);

/** Whether the file looks like an ECU file, rather than something else altogether such as a PDF. */
export const looksLikeEcuFile = ({ file_type }: Pick<Identification, 'file_type'>): boolean =>
  file_type === 'OK' || OTHER_ECU_FILES.has(file_type);

/** Names the control unit: by the model the file states, otherwise by all models of its family. */
export function controlUnitText({ control_unit, facts }: Identification): string | null {
  if (control_unit === null) return null;
  const model = facts.find(({ name }) => name === 'model')?.value ?? control_unit.models.join(' / ');
  return `${control_unit.maker} ${model}`;
}

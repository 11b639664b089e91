import { createHash } from 'node:crypto';
import { inspect, listReadNotes, switchOffInFile } from '../../../../ecu/index.ts';
import type { Analysis, Evidence } from '../../../../ecu/index.ts';
import { sentence } from '../../../../contract/refusal.ts';
import type { Sentence } from '../../../../contract/texts.ts';
import { chooseFamilies } from './analyse-file.ts';
import {
  countBytes,
  countOutside,
  listChecksums,
  listCodes,
  listDifferences,
  listRepairs,
  type Cell,
  type ProvedChecksum,
  type RepairedCell,
  type SwitchedCode,
} from './evidence.ts';

/** What was done, with the evidence for it; applying `file_changes` to the old file gives the new one. */
export interface SwitchedOffEvidence {
  outcome: 'done';
  input: { size_bytes: number; sha256: string };
  output: { size_bytes: number; sha256: string };
  form: string;
  control_unit: {
    family: string;
    maker: string;
    facts: { name: string; value: string; at: number; strength: string }[];
    evidence: Evidence[];
  };
  table: { at: number; confirmed_by: string[] };
  /** Corrections made before all other steps, if requested. */
  checksum_repairs: RepairedCell[];
  codes: SwitchedCode[];
  checksums: ProvedChecksum[];
  file_changes: Cell[];
  bytes_changed: number;
  bytes_changed_outside: number;
  /** In English, like everything that the signed proof states. */
  warnings: string[];
}

export type SwitchOffOutcome = SwitchedOffEvidence | { outcome: 'refused'; reason: Sentence };

const refused = (reason: Sentence): SwitchOffOutcome => ({ outcome: 'refused', reason });

/**
 * Switches codes off in a file. The finished file is read as if it came from a stranger, and what is found in it is
 * compared here with what was found in the original, by code other than the library's.
 */
export async function switchOffWithEvidence({
  bytes,
  codes: chosen,
  familyIds,
  repairChecksums = false,
}: {
  bytes: Uint8Array;
  codes: readonly string[];
  /** The family that the customer chose for the file; absent: the one recognised. */
  familyIds?: readonly string[] | undefined;
  /** Wrong checksums in the file are corrected first. */
  repairChecksums?: boolean;
}): Promise<SwitchOffOutcome> {
  const among = chooseFamilies(familyIds);
  const result = switchOffInFile(bytes, chosen, { among, repairChecksums });
  if (result.outcome === 'refused') return refused(result.reason);
  const { original: before, modified: after } = result;
  if (before.listing?.outcome !== 'found' || after.listing?.outcome !== 'found') {
    return refused(sentence('errors.analysis.table_lost'));
  }
  const codes = listCodes(result.dtcChanges, chosen, { before: before.listing.rows, after: after.listing.rows });
  const fileChanges = listDifferences(bytes, result.file);
  const evidence: SwitchedOffEvidence = {
    outcome: 'done',
    input: describeFile(bytes),
    output: describeFile(result.file),
    form: before.inspection.form.name,
    control_unit: describeControlUnit(before),
    table: { at: before.listing.tableAt, confirmed_by: before.listing.confirmedBy },
    checksum_repairs: listRepairs(before, result.repairChanges),
    codes,
    checksums: listChecksums(before, after),
    file_changes: fileChanges,
    bytes_changed: countBytes(fileChanges),
    bytes_changed_outside: countOutside({ before, after }, codes),
    warnings: [
      ...[...listReadNotes(before), ...result.warnings].map(({ message }) => message),
      ...(familyIds === undefined ? [] : warnOfChoice(bytes, before)),
    ],
  };
  const reason = checkEvidence(evidence, after);
  return reason === null ? evidence : refused(reason);
}

/** The proof records when a file was read as something other than what it is recognised as on its own. */
function warnOfChoice(bytes: Uint8Array, { family }: Analysis): string[] {
  const { identification } = inspect(bytes);
  const own = identification.outcome === 'recognised' ? identification.family : null;
  if (own?.familyId === family?.id) return [];
  const recognised =
    own === null ? 'no control unit is recognised' : `it is recognised as ${own.maker} ${own.models[0] ?? ''}`;
  return [`Read as ${family?.maker} ${family?.models[0] ?? ''}, which the customer chose; on its own ${recognised}.`];
}

const describeFile = (bytes: Uint8Array) => ({
  size_bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

function describeControlUnit({ inspection, family }: Analysis): SwitchedOffEvidence['control_unit'] {
  const { identification } = inspection;
  const isRecognised = identification.outcome === 'recognised';
  return {
    family: family?.id ?? '',
    maker: family?.maker ?? '',
    facts: Object.entries(isRecognised ? identification.facts : {}).map(([name, { value, at, strength }]) => ({
      name,
      value,
      at,
      strength,
    })),
    evidence: isRecognised
      ? identification.family.evidence.map(({ points, at, reason }) => ({ points, at, reason }))
      : [],
  };
}

/** Returns what speaks against the finished file; null: nothing. */
function checkEvidence(evidence: SwitchedOffEvidence, { family }: Analysis): Sentence | null {
  if (family?.id !== evidence.control_unit.family) return sentence('errors.analysis.another_unit');
  const stillOn = evidence.codes.find(({ chosen, state_after }) => chosen && state_after !== 'off');
  if (stillOn !== undefined) return sentence('errors.analysis.code_not_off', { code: stillOn.code });
  const wrong = evidence.checksums.find(({ kind, after }) => kind === 'sum' && after.state === 'wrong');
  if (wrong !== undefined) return sentence('errors.analysis.checksum_wrong', { name: wrong.name });
  if (evidence.bytes_changed === 0) return sentence('errors.analysis.nothing_changed');
  return evidence.bytes_changed_outside === 0 ? null : sentence('errors.analysis.bytes_undeclared');
}

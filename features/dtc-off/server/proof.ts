import type { SwitchedOffEvidence } from '../../files/analysis/server/switch-off-with-evidence.ts';
import { portalUrl } from '../../../server/texts.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { DeclaredUse, EmissionReason } from '../dtc-session.ts';
import type { Proof, ProofStatement } from '../proof.calls.ts';

export interface ToProve {
  reference: string;
  madeAt: Date;
  /** Name of the customer's file. */
  fileName: string;
  evidence: SwitchedOffEvidence;
  declaredUse: DeclaredUse | null;
  /** Number of this file in its session, counted from 1. */
  serial: number;
  findReason: (code: string) => EmissionReason | null;
}

/** States what was done, and signs it. The text is the proof to the last byte (features/dtc-off/proof.calls.ts). */
export function writeProof(
  { config, proofKey }: Pick<Deps, 'config' | 'proofKey'>,
  { reference, madeAt, fileName, evidence, declaredUse, serial, findReason }: ToProve,
): { fileName: string; proof: string } {
  const outputName = nameOfGenerated(fileName, serial);
  const statement: ProofStatement = {
    format: 'tunedesk-proof-1',
    portal: portalUrl(config),
    reference,
    made_at: madeAt.toISOString(),
    input: { file_name: fileName, ...evidence.input },
    output: { file_name: outputName, ...evidence.output },
    form: evidence.form,
    control_unit: controlUnitOf(evidence),
    table: evidence.table,
    ...(evidence.checksum_repairs.length === 0 ? {} : { checksum_repairs: evidence.checksum_repairs }),
    codes: evidence.codes.map(({ code, chosen, ...rest }) => {
      const reason = findReason(code);
      const emission = reason !== null && reason !== 'unknown';
      return { code, chosen, emission, emission_reason: reason, ...rest };
    }),
    checksums: evidence.checksums,
    file_changes: evidence.file_changes,
    bytes_changed: evidence.bytes_changed,
    bytes_changed_outside: evidence.bytes_changed_outside,
    declared_use: declaredUse,
    warnings: evidence.warnings,
  };
  const proof: Proof = {
    statement,
    signature: {
      algorithm: 'Ed25519',
      public_key: proofKey.publicKey,
      value: proofKey.sign(JSON.stringify(statement)),
    },
  };
  return { fileName: outputName, proof: `${JSON.stringify(proof, null, 2)}\n` };
}

/** Spelled as the format requires. */
const controlUnitOf = ({ control_unit }: SwitchedOffEvidence): ProofStatement['control_unit'] => ({
  ...control_unit,
  evidence: control_unit.evidence.map(({ points, at, reason }) => ({ points, at, because: reason })),
});

/** Golf.bin becomes Golf_dtc-off.bin, and the session's second file Golf_dtc-off_2.bin, so that the names differ. */
function nameOfGenerated(fileName: string, serial: number): string {
  const dot = fileName.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot)] : [fileName, '.bin'];
  return `${stem}_dtc-off${serial === 1 ? '' : `_${serial}`}${ending}`;
}

import type { SwitchedOffEvidence } from '../../../server/ecu/switch-off-with-evidence.ts';
import { portalUrl } from '../../../server/config.ts';
import type { Deps } from '../../../server/http/call.ts';
import type { DeclaredUse } from '../dtc-off.contract.ts';
import type { Proof, ProofStatement } from '../proof.contract.ts';

export interface ToProve {
  reference: string;
  madeAt: Date;
  /** Of the customer's file. */
  fileName: string;
  evidence: SwitchedOffEvidence;
  declaredUse: DeclaredUse | null;
  isEmission: (code: string) => boolean;
}

/** States what was done and signs it. The text is the proof to the last byte (portal/dtc-off/proof.contract.ts). */
export function writeProof(
  { config, proofKey }: Pick<Deps, 'config' | 'proofKey'>,
  { reference, madeAt, fileName, evidence, declaredUse, isEmission }: ToProve,
): { fileName: string; proof: string } {
  const outputName = nameOfGenerated(fileName);
  const statement: ProofStatement = {
    format: 'tunedesk-proof-1',
    portal: portalUrl(config),
    reference,
    made_at: madeAt.toISOString(),
    input: { file_name: fileName, ...evidence.input },
    output: { file_name: outputName, ...evidence.output },
    form: evidence.form,
    control_unit: evidence.control_unit,
    table: evidence.table,
    codes: evidence.codes.map(({ code, chosen, ...rest }) => ({ code, chosen, emission: isEmission(code), ...rest })),
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

/** Golf.bin becomes Golf_dtc-off.bin. */
function nameOfGenerated(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot)] : [fileName, '.bin'];
  return `${stem}_dtc-off${ending}`;
}

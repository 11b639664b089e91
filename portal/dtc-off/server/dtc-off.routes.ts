import { answer, answerAnyone } from '../../../server/http/call.ts';
import * as coverage from '../coverage.contract.ts';
import * as contract from '../dtc-off.contract.ts';
import * as generations from '../generations.contract.ts';
import * as proof from '../proof.contract.ts';
import { chooseModel } from './choose-model.ts';
import { downloadGenerated, downloadProof, downloadProofPage, downloadSessionFile } from './downloads.ts';
import { getDtcs } from './dtc-table.ts';
import { getCoverage, listEcuModels } from './ecu-models.ts';
import { switchDtcsOff } from './generate.ts';
import { listGenerations } from './generations.ts';
import { downloadDtcOffRecord } from './record.ts';
import { listSessions, uploadToAi } from './sessions.ts';

export const dtcOffAnswers = [
  answer(contract.uploadToAi, ({ deps, actor, upload }) => uploadToAi(deps, actor, upload)),
  answer(contract.chooseModel, ({ deps, actor, input }) => chooseModel(deps, actor, input)),
  answer(contract.getDtcs, ({ deps, actor, input }) => getDtcs(deps, actor, input)),
  answer(contract.switchDtcsOff, ({ deps, actor, input }) => switchDtcsOff(deps, actor, input)),
  answer(contract.listSessions, ({ deps, actor }) => listSessions(deps, actor)),
  answer(contract.downloadSessionFile, ({ deps, actor, input }) => downloadSessionFile(deps, actor, input.handle)),
  answer(coverage.listEcuModels, async () => listEcuModels()),
  answerAnyone(coverage.getCoverage, async () => getCoverage()),
  answer(generations.listGenerations, ({ deps, actor, input }) => listGenerations(deps, actor, input)),
  answer(proof.downloadGenerated, ({ deps, actor, input }) => downloadGenerated(deps, actor, input.id)),
  answer(proof.downloadProof, ({ deps, actor, input }) => downloadProof(deps, actor, input.id)),
  answer(proof.downloadProofPage, ({ deps, actor, input }) => downloadProofPage(deps, actor, input.id)),
  answerAnyone(proof.getProofKey, async ({ deps: { proofKey } }) => ({
    algorithm: 'Ed25519' as const,
    publicKey: proofKey.publicKey,
    fingerprint: proofKey.fingerprint,
  })),
  answer(proof.downloadDtcOffRecord, ({ deps }) => downloadDtcOffRecord(deps)),
];

import { handle, handlePublic } from '../../../server/http/call.ts';
import * as coverage from '../coverage.calls.ts';
import * as describe from '../describe-dtcs.calls.ts';
import * as contract from '../dtc-off.calls.ts';
import * as generations from '../generations.calls.ts';
import * as proof from '../proof.calls.ts';
import * as staff from '../staff-dtc-off.calls.ts';
import { chooseModel } from './choose-model.ts';
import { downloadGenerated, downloadProof, downloadProofPage, downloadSessionFile } from './downloads.ts';
import { describeDtcs } from './describe-rows.ts';
import { getDtcs } from './dtc-table.ts';
import { getCoverage, listEcuModels } from './ecu-models.ts';
import { switchDtcsOff } from './generate.ts';
import { listGenerations } from './generations.queries.ts';
import { downloadDtcOffRecord } from './record.ts';
import { listSessions, uploadToAi } from './sessions.ts';

export const dtcOffRoutes = [
  ...[contract.uploadToAi, staff.uploadAsStaff].map((call) =>
    handle(call, ({ deps, actor, upload }) => uploadToAi(deps, actor, upload)),
  ),
  ...[contract.chooseModel, staff.chooseModelAsStaff].map((call) =>
    handle(call, ({ deps, actor, input }) => chooseModel(deps, actor, input)),
  ),
  ...[contract.getDtcs, staff.getDtcsAsStaff].map((call) =>
    handle(call, ({ deps, actor, input }) => getDtcs(deps, actor, input)),
  ),
  handle(describe.describeDtcs, ({ deps, actor, input }) => describeDtcs(deps, actor, input)),
  ...[contract.switchDtcsOff, staff.switchDtcsOffAsStaff].map((call) =>
    handle(call, ({ deps, actor, input }) => switchDtcsOff(deps, actor, input)),
  ),
  ...[contract.listSessions, staff.listSessionsAsStaff].map((call) =>
    handle(call, ({ deps, actor }) => listSessions(deps, actor)),
  ),
  ...[contract.downloadSessionFile, staff.downloadSessionFileAsStaff].map((call) =>
    handle(call, ({ deps, actor, input }) => downloadSessionFile(deps, actor, input.handle)),
  ),
  ...[coverage.listEcuModels, staff.listEcuModelsAsStaff].map((call) => handle(call, async () => listEcuModels())),
  handlePublic(coverage.getCoverage, async () => getCoverage()),
  handle(generations.listGenerations, ({ deps, actor, input }) => listGenerations(deps, actor, input)),
  handle(proof.downloadGenerated, ({ deps, actor, input }) => downloadGenerated(deps, actor, input.id)),
  handle(proof.downloadProof, ({ deps, actor, input }) => downloadProof(deps, actor, input.id)),
  handle(proof.downloadProofPage, ({ deps, actor, input }) => downloadProofPage(deps, actor, input.id)),
  handlePublic(proof.getProofKey, async ({ deps: { proofKey } }) => ({
    algorithm: 'Ed25519' as const,
    publicKey: proofKey.publicKey,
    fingerprint: proofKey.fingerprint,
  })),
  handle(proof.downloadDtcOffRecord, ({ deps, actor }) => downloadDtcOffRecord(deps, actor)),
];

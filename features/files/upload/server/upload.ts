import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps, Upload } from '../../../../server/http/call.ts';
import { findSolutions } from '../../../catalogue/server/catalogue.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { readSolutionIds } from '../../expected-time/expected-time.calls.ts';
import { getExpectedTime } from '../../expected-time/server/expected-time.ts';
import type * as contract from '../upload.calls.ts';
import type { FileDetail } from '../../file.ts';
import type { CreateFile } from '../create-file.ts';
import { mailReceived, notifyNewFile } from '../../server/file-mails.ts';
import { getFile, insertFile } from '../../server/files.ts';
import { sendJob } from '../../../../server/jobs.ts';
import { joinDtcText, joinSolutionNames, readDtcText } from '../../files.rules.ts';
import { countUpload } from '../../upload-limit/server/upload-limit.ts';
import { readCodeNames } from '../../../../ecu/dtc/report.ts';
import { refusal } from '../../../../contract/refusal.ts';

/** Priority of the job of a file that was just sent: ahead of everything that has waited longer. */
const NEW_FIRST = 10;

interface Arrival {
  fields: CreateFile;
  upload: Upload;
}

/**
 * Takes in a customer's file. The price is the catalogue total of the chosen solutions, whatever the browser sends; the
 * row appears only once the bytes are stored safely.
 */
export async function createFile(deps: Deps, actor: Actor, arrival: Arrival): Promise<FileDetail> {
  const row = await describeArrival(deps.db, actor, arrival);
  await deps.storage.keep(arrival.upload);
  return deps.db.transaction().execute(async (tx) => {
    const file = await insertFile(tx, actor, row, arrival.upload);
    await countUpload(tx, deps, actor, arrival.upload);
    await mailReceived(tx, deps, file.id);
    await notifyNewFile(tx, deps, file.id);
    await sendJob(tx, 'identify-file', file.id, { priority: NEW_FIRST });
    return getFile(tx, actor, file.id);
  });
}

/** The highest price that the database accepts. */
const MAX_CREDITS = 100_000;

/** Returns the solutions of an order and what they cost together; refuses what cannot be ordered. */
async function priceOrder(db: Database, solutionIds: readonly number[]) {
  const ids = [...new Set(solutionIds)];
  const chosen = await findSolutions(db, ids);
  if (chosen.length !== ids.length) throw unknownSolution();
  if (chosen.filter(({ type }) => type === 'TUNING').length > 1) throw oneTuning();
  const credits = chosen.reduce((sum, one) => sum + one.credits, 0);
  if (credits > MAX_CREDITS) throw tooExpensive();
  return { chosen, credits };
}

/** Says what an order would cost, and when it is usually ready. */
export async function getQuote(deps: Deps, solutions: string): Promise<ReplyOf<typeof contract.getQuote>> {
  const { chosen, credits } = await priceOrder(deps.db, readSolutionIds(solutions));
  return {
    price: credits,
    solutions: chosen.map(({ id, name, credits: price }) => ({ id, name, credits: price })),
    expected_time: await getExpectedTime(deps, solutions),
  };
}

async function describeArrival(db: Database, actor: Actor, { fields, upload }: Arrival) {
  const { solution, solution_ids, ordered_dtcs = [], ...vehicle } = fields;
  const { chosen, credits } = await priceOrder(db, solution_ids);
  const names = chosen.map(({ name }) => name);
  const hasDtcs = names.includes('DTC OFF');
  const typed = hasDtcs ? readDtcText(solution, names) : null;
  const codes = hasDtcs ? [...new Set([...ordered_dtcs, ...readCodeNames(typed ?? '').codes])] : [];
  return {
    ...vehicle,
    user_id: actor.id,
    file_name: upload.fileName,
    file_key: upload.key,
    file_size_bytes: upload.sizeBytes,
    file_sha256: upload.sha256,
    solution: joinSolutionNames(names, joinDtcText(typed ?? '', hasDtcs ? ordered_dtcs : [])),
    solution_ids: chosen.map(({ id }) => id),
    ordered_dtcs: codes,
    price_cents: credits * 100,
  };
}

const unknownSolution = refusal('errors.files.unknown_solution', 'solution_ids');

const oneTuning = refusal('errors.files.one_tuning', 'solution_ids');

const tooExpensive = refusal('errors.files.too_expensive', 'solution_ids');

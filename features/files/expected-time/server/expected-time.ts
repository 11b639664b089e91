import type { Actor, Deps } from '../../../../server/http/call.ts';
import { getFile } from '../../server/files.ts';
import { isWaitingForOffer } from '../../files.rules.ts';
import type { ExpectedTime } from '../expected-time.calls.ts';
import { findExpectedTime } from './expected-time.queries.ts';

const UNKNOWN: ExpectedTime = { usually: null, mostly: null, orders: 0 };

/** Returns the expected time of an order that is sent now. */
export function getExpectedTime({ db, clock, config }: Deps, solutions: string | undefined): Promise<ExpectedTime> {
  const solutionIds = (solutions ?? '').split(',').filter(Boolean).map(Number);
  const now = clock.now();
  return findExpectedTime(db, config.shopHours, now, { from: now, solutionIds, fileId: null });
}

export async function getExpectedTimeOfFile(deps: Deps, actor: Actor, id: number): Promise<ExpectedTime> {
  const { db, clock, config } = deps;
  const { file } = await getFile(db, actor, id);
  if (!isWaitingForOffer(file)) return UNKNOWN;
  return findExpectedTime(db, config.shopHours, clock.now(), {
    from: new Date(file.created_at),
    solutionIds: file.solution_ids,
    fileId: id,
  });
}

import type { Config } from '../../../../server/config.ts';
import type { Deps } from '../../../../server/http/call.ts';
import { TARGET_KINDS, type TargetKind } from '../work-kinds.ts';
import { openMinutesAgo } from './opening-hours.ts';

/** Work that has waited since before this moment is overdue; null: never. */
export type OverdueSince = Record<TargetKind, Date | null>;

export const overdueSince = ({ config, clock }: Pick<Deps, 'config' | 'clock'>): OverdueSince => {
  const now = clock.now();
  return Object.fromEntries(TARGET_KINDS.map((kind) => [kind, findOverdueMoment(config, kind, now)])) as OverdueSince;
};

function findOverdueMoment({ targetTimes, shopHours }: Config, kind: TargetKind, now: Date): Date | null {
  const minutes = targetTimes[kind];
  return minutes === undefined ? null : openMinutesAgo(shopHours, now, minutes);
}

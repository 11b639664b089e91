import { TARGET_KINDS, type TargetKind } from '../target-kinds.ts';

/** Minutes of opening hours; a kind without a target is never overdue. */
export type TargetTimes = Partial<Record<TargetKind, number>>;

declare module '../../../../server/config.ts' {
  interface Config {
    targetTimes: TargetTimes;
  }
}

const DEFAULT = 'PENDING=120,IN_PROGRESS=480,PROCESSED=480,TICKET=240';
/** 30 days of 24 hours. */
const MAX_MINUTES = 43_200;

/** Reads TARGET_TIMES; the word `none` sets no targets at all. */
export function readTargetTimes(env: Readonly<Record<string, string | undefined>>): TargetTimes {
  const text = env.TARGET_TIMES?.trim() || DEFAULT;
  if (text === 'none') return {};
  return Object.fromEntries(text.split(',').map((part) => readTarget(part.trim())));
}

function readTarget(part: string): [TargetKind, number] {
  const [, name, minutes] = /^([A-Z_]+)=(\d{1,5})$/.exec(part) ?? [];
  const kind = TARGET_KINDS.find((one) => one === name);
  if (kind === undefined || Number(minutes) < 1 || Number(minutes) > MAX_MINUTES) {
    throw new Error(
      `TARGET_TIMES must be minutes from 1 to ${MAX_MINUTES} for ${TARGET_KINDS.join(', ')}, such as ${DEFAULT}, or none, not "${part}".`,
    );
  }
  return [kind, Number(minutes)];
}

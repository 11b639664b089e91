type Environment = Record<string, string | undefined>;

/** Reads an optional whole number; throws a sentence that names the variable. */
export function readWholeNumber(env: Environment, name: string, fallback: number, largest: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) > largest) {
    throw new Error(`${name} must be a whole number from 0 to ${largest}, not "${text}"; the default is ${fallback}.`);
  }
  return Number(text);
}

/** Room for some segments of PostgreSQL's write-ahead log, and for what a statement writes meanwhile. */
const MIN_DISK_RESERVE_MB = 100;

/** Without room PostgreSQL stops, so the reserve cannot be turned off where the embedded one shares the disk. */
export function readDiskReserve(env: Environment): number {
  const reserve = readWholeNumber(env, 'DISK_RESERVE_MB', 500, 1_000_000);
  if (reserve < MIN_DISK_RESERVE_MB && !env.DATABASE_URL) {
    throw new Error(
      `DISK_RESERVE_MB must be at least ${MIN_DISK_RESERVE_MB} while the embedded database is on this disk; ` +
        'raise it, or set DATABASE_URL.',
    );
  }
  return reserve;
}

/** The database refuses to delete entries younger than this. */
const MIN_SECURITY_LOG_DAYS = 30;

export function readSecurityLogDays(env: Environment): number {
  const days = readWholeNumber(env, 'SECURITY_LOG_DAYS', 180, 36_500);
  if (days !== 0 && days < MIN_SECURITY_LOG_DAYS) {
    throw new Error(
      `SECURITY_LOG_DAYS must be at least ${MIN_SECURITY_LOG_DAYS}, or 0 for no end; the default is 180.`,
    );
  }
  return days;
}

/** Reads for how many days something may still happen to a file after its delivery. */
export const readDeliveryDays = (env: Environment) => ({
  completeAfterDays: readWholeNumber(env, 'COMPLETE_AFTER_DAYS', 14, 36_500),
  revisionDays: readWholeNumber(env, 'REVISION_DAYS', 14, 36_500),
});

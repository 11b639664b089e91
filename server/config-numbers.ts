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

/** Reads `files=200,megabytes=2000`; a part that is not named has its default. Of a part named twice, the last counts. */
export function readNumbers<Part extends string>(
  env: Environment,
  name: string,
  defaults: Readonly<Record<Part, number>>,
  largest: number,
): Record<Part, number> {
  const found: Record<Part, number> = { ...defaults };
  for (const text of (env[name] ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [, part = '', number] = /^\s*([a-z_]+)\s*=\s*(\d{1,9})\s*$/.exec(text) ?? [];
    if (!Object.hasOwn(defaults, part) || Number(number) > largest) {
      const example = Object.entries<number>(defaults).map(([key, value]) => `${key}=${value}`);
      throw new Error(
        `${name} must be whole numbers up to ${largest}, such as ${name}=${example.join(',')}, not "${text.trim()}".`,
      );
    }
    found[part as Part] = Number(number);
  }
  return found;
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

/** Reads for how many days something may still happen to a file after its delivery. */
export const readDeliveryDays = (env: Environment) => ({
  completeAfterDays: readWholeNumber(env, 'COMPLETE_AFTER_DAYS', 14, 36_500),
  revisionDays: readWholeNumber(env, 'REVISION_DAYS', 14, 36_500),
});

/** What long lists are made of; `list:files` is a source like others. */
export type ListSource = 'files' | 'tickets' | 'users' | 'balances';

/**
 * What something was read from, and its version before that: `isCurrent` is false once one of the sources has changed.
 */
export interface Reading {
  readonly sources: readonly string[];
  readonly version: number;
}

/** More rows and users than change while they are on a screen; beyond this limit all of them count as changed. */
const MAX_SOURCES = 100_000;

/**
 * Versions of rows and users, in memory: each change of a source, such as `file:17`, gives it a higher one. They are
 * known only while changes are received; otherwise everything counts as changed.
 */
export function createVersions() {
  const versions = new Map<string, number>();
  let latest = 0;
  /** Version of everything that has not changed since all versions were forgotten. */
  let oldest = 0;
  let isReceiving = false;

  const findVersion = (sources: readonly string[]): number => {
    let highest = oldest;
    for (const source of sources) highest = Math.max(highest, versions.get(source) ?? oldest);
    return highest;
  };

  function forgetAll(): void {
    versions.clear();
    oldest = latest += 1;
  }

  return {
    /** Call before reading the sources. Null: changes are not being received, so nothing may be cached. */
    begin: (sources: readonly string[]): Reading | null =>
      isReceiving ? { sources, version: findVersion(sources) } : null,
    isCurrent: ({ sources, version }: Reading): boolean => isReceiving && findVersion(sources) === version,
    change(source: string): void {
      if (versions.size >= MAX_SOURCES) forgetAll();
      versions.set(source, (latest += 1));
    },
    forgetAll,
    /** From now on every change is received. */
    start(): void {
      forgetAll();
      isReceiving = true;
    },
    /** From now on changes may be missed. */
    stop(): void {
      isReceiving = false;
    },
    isReceiving: () => isReceiving,
  };
}

export type Versions = ReturnType<typeof createVersions>;

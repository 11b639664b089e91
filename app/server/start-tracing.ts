import type { Config } from '../../server/config.ts';

/** Before the first connection is opened; nothing of it is loaded where it is not set. */
export async function startTracing(
  { traces, role }: Config,
  log: (line: string) => void,
): Promise<(() => Promise<void>) | null> {
  if (traces === null) return null;
  const { exportTraces } = await import('../../server/traces/otlp.ts');
  return exportTraces(traces, { role, onTrouble: log });
}

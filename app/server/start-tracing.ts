import type { Config } from '../../server/config.ts';

/** Call it before the first connection is opened. Without the settings, no tracing code is loaded. */
export async function startTracing(
  { traces, role }: Config,
  log: (line: string) => void,
): Promise<(() => Promise<void>) | null> {
  if (traces === null) return null;
  const { exportTraces } = await import('../../server/traces/otlp.ts');
  return exportTraces(traces, { role, onError: log });
}

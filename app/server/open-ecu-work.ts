import type { Config } from '../../server/config.ts';
import { inThreads, openEcuPool, type EcuWork } from '../../features/files/analysis/server/ecu-work.ts';
import { createRemoteEcuWork } from '../../features/files/analysis/server/remote-ecu-work.ts';
import type { Deps } from '../../server/http/call.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { measureEcuWork, traceEcuWork } from '../../features/files/analysis/server/trace-ecu-work.ts';

interface Resources extends Pick<Deps, 'db' | 'storage'> {
  directUrl: string;
  metrics: Metrics | null;
  onError: (error: unknown) => void;
}

/** A web process hands ECU files to the workers; any other process has threads of its own. */
export function openEcuWork({ role }: Config, { metrics, ...resources }: Resources): EcuWork {
  const work = traceEcuWork(
    role === 'web' ? createRemoteEcuWork(resources) : inThreads(openEcuPool(), resources.storage),
  );
  return metrics === null ? work : measureEcuWork(work, metrics);
}

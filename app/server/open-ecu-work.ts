import type { Config } from '../../server/config.ts';
import { inThreads, openEcuPool, type EcuWork } from '../../features/files/analysis/server/ecu-work.ts';
import { createRemoteEcuWork } from '../../features/files/analysis/server/remote-ecu-work.ts';
import type { Deps } from '../../server/http/call.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { runTraced } from '../../server/traces/trace.ts';

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

/** Returns the same work, traced; a span covers the time in the queue as well, and how the work ended. */
const traceEcuWork = (work: EcuWork): EcuWork => ({
  run: (name, request, options) =>
    runTraced(
      { name: `ecu ${name}`, kind: 'internal' },
      () => work.run(name, request, options),
      ({ outcome }) => ({
        'tunedesk.outcome': outcome,
      }),
    ),
  get worst() {
    return work.worst;
  },
  warm: () => work.warm(),
  close: () => work.close(),
});

/** Returns the same work, with its time measured. */
function measureEcuWork(work: EcuWork, { ecuWork }: Metrics): EcuWork {
  return {
    async run(name, request, options) {
      const end = ecuWork.startTimer({ work: name });
      try {
        const result = await work.run(name, request, options);
        end({ outcome: result.outcome });
        return result;
      } catch (error) {
        end({ outcome: 'unread' });
        throw error;
      }
    },
    get worst() {
      return work.worst;
    },
    warm: () => work.warm(),
    close: () => work.close(),
  };
}

import { runTraced } from '../../../../server/traces/trace.ts';
import type { EcuWork } from './ecu-work.ts';
import type { Metrics } from '../../../../server/metrics/metrics.ts';

/** Returns the same work, traced; a span covers the time in the queue as well, and how the work ended. */
export const traceEcuWork = (work: EcuWork): EcuWork => ({
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
export function measureEcuWork(work: EcuWork, { ecuWork }: Metrics): EcuWork {
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

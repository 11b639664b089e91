import type { EcuWork } from './ecu-work.ts';
import type { Metrics } from '../../../../server/metrics/metrics.ts';

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

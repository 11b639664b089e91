import type { EcuPool } from '../ecu/pool.ts';
import type { Metrics } from './metrics.ts';

/** The same pool, whose work is timed. */
export function measureEcuWork(pool: EcuPool, { ecuWork }: Metrics): EcuPool {
  return {
    async run(name, load, options) {
      const end = ecuWork.startTimer({ work: name });
      try {
        const result = await pool.run(name, load, options);
        end({ outcome: result.outcome });
        return result;
      } catch (error) {
        end({ outcome: 'unread' });
        throw error;
      }
    },
    get worst() {
      return pool.worst;
    },
    warm: () => pool.warm(),
    close: () => pool.close(),
  };
}

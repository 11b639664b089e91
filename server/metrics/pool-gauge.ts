import type { PoolUsage } from '../database/connect.ts';
import type { ReadGauge } from './metrics.ts';

/** Gauge for the shared database connections, and for the calls that wait for one. */
export const poolGauge = (usage: () => PoolUsage): ReadGauge => ({
  name: 'database_connections',
  help: 'Connections of the pool: open, idle of these, and callers that wait for one.',
  labelNames: ['state'],
  read: async () => Object.entries(usage()).map(([state, value]) => ({ labels: { state }, value })),
});

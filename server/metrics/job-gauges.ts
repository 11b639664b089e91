import { sql } from 'kysely';
import type { Database, PoolUsage } from '../database/connect.ts';
import { JOBS_SCHEMA } from '../jobs.ts';
import { type ReadGauge, readOnce } from './metrics.ts';

interface JobGroup {
  name: string;
  state: string;
  jobs: number;
  oldest_seconds: number;
}

/** Selects what waits, is under way or was given up; completed jobs are of no interest to an operator. */
const selectJobGroups = (db: Database) =>
  sql<JobGroup>`
    select name, state::text, count(*) as jobs,
           extract(epoch from clock_timestamp() - min(created_on))::float8 as oldest_seconds
      from ${sql.table(`${JOBS_SCHEMA}.job`)}
     where state in ('created', 'retry', 'active', 'failed')
     group by name, state`.execute(db);

/** Gauges for the number of jobs of each kind and state, and for the age of the oldest one. */
export function jobGauges(db: Database): ReadGauge[] {
  const readGroups = readOnce(async () => (await selectJobGroups(db)).rows);
  const readEach = async (valueOf: (group: JobGroup) => number) =>
    (await readGroups()).map((group) => ({
      labels: { queue: group.name, state: group.state },
      value: valueOf(group),
    }));
  const labelNames = ['queue', 'state'];
  return [
    {
      name: 'jobs',
      help: 'Jobs that wait (created, retry), are under way (active) or were given up (failed).',
      labelNames,
      read: () => readEach(({ jobs }) => jobs),
    },
    {
      name: 'jobs_oldest_seconds',
      help: 'Age of the oldest job of a queue and state.',
      labelNames,
      read: () => readEach(({ oldest_seconds }) => oldest_seconds),
    },
  ];
}

/** Gauge for the shared database connections, and for the calls that wait for one. */
export const poolGauge = (usage: () => PoolUsage): ReadGauge => ({
  name: 'database_connections',
  help: 'Connections of the pool: open, idle of these, and callers that wait for one.',
  labelNames: ['state'],
  read: async () => Object.entries(usage()).map(([state, value]) => ({ labels: { state }, value })),
});

import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { JOBS_SCHEMA } from '../jobs.ts';
import type { ReadGauge } from './metrics.ts';

interface JobGroup {
  name: string;
  state: string;
  jobs: number;
  oldest_seconds: number;
}

/** What waits, is under way or was given up; what is done is no concern of an operator. */
const selectJobGroups = (db: Database) =>
  sql<JobGroup>`
    select name, state::text, count(*) as jobs,
           extract(epoch from clock_timestamp() - min(created_on))::float8 as oldest_seconds
      from ${sql.table(`${JOBS_SCHEMA}.job`)}
     where state in ('created', 'retry', 'active', 'failed')
     group by name, state`.execute(db);

/** How many jobs there are of each kind and state, and how old the oldest one is. */
export const jobGauges = (db: Database): ReadGauge[] => [
  {
    name: 'jobs',
    help: 'Jobs that wait (created, retry), are under way (active) or were given up (failed).',
    labelNames: ['queue', 'state'],
    read: async () =>
      (await selectJobGroups(db)).rows.map(({ name, state, jobs }) => ({
        labels: { queue: name, state },
        value: jobs,
      })),
  },
  {
    name: 'jobs_oldest_seconds',
    help: 'Age of the oldest job of a queue and state.',
    labelNames: ['queue', 'state'],
    read: async () =>
      (await selectJobGroups(db)).rows.map(({ name, state, oldest_seconds }) => ({
        labels: { queue: name, state },
        value: oldest_seconds,
      })),
  },
];

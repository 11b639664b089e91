import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/connect.ts';
import type { Recorded } from './recorded-statements.ts';

interface Plan {
  'Node Type': string;
  'Total Cost': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  Filter?: string;
  Plans?: Plan[];
}

/**
 * Plans as PostgreSQL does: for the given values, and for a prepared statement also with the generic plan once that
 * promises to cost no more.
 */
export async function findScans(client: pg.Client, { text, values, isPrepared }: Recorded): Promise<string[]> {
  const plan = planOf(await client.query(`explain (format json) ${text}`, [...values]));
  if (!isPrepared) return listScans(plan);
  const general = planOf(await client.query(`explain (format json, generic_plan) ${text}`));
  return [...listScans(plan), ...(general['Total Cost'] <= plan['Total Cost'] ? listScans(general) : [])];
}

const planOf = ({ rows }: pg.QueryResult) => (rows[0]['QUERY PLAN'] as [{ Plan: Plan }])[0].Plan;

/** Reading stops when the limit is reached. */
const isBounded = (plan: Plan): boolean =>
  plan['Node Type'] === 'Limit' && plan.Plans?.every((one) => one['Node Type'] === 'Seq Scan' && !one.Filter) === true;

function listScans(plan: Plan): string[] {
  if (isBounded(plan)) return [];
  const own = plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] !== undefined ? [plan['Relation Name']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(listScans)];
}

/** Lists the indexes that PostgreSQL uses for a query of the product. */
export async function listIndexes(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const explained = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
  return rows.flatMap((row) => listPlanIndexes(row['QUERY PLAN'][0].Plan));
}

const listPlanIndexes = (plan: Plan): string[] => [
  ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
  ...(plan.Plans ?? []).flatMap(listPlanIndexes),
];

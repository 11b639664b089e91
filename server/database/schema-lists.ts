import type { Generated } from 'kysely';

export interface ListChangesTable {
  id: Generated<number>;
  source: string;
  changes: Generated<number>;
}

export interface ListCountsTable {
  id: Generated<number>;
  list: string;
  /** Values that its rows have in common, in the order of `list-counts.ts`. */
  facets: string[];
  row_count: number;
}

export interface CustomerFileCountsTable {
  id: Generated<number>;
  user_id: number;
  status: string;
  row_count: number;
}

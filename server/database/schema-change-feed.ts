import type { Generated } from 'kysely';

export interface ChangeFeedTable {
  /** Of the transaction. */
  xid: Generated<string>;
  source: string;
  user_id: number | null;
}

export interface ListChangesTable {
  id: Generated<number>;
  source: string;
  changes: Generated<number>;
}

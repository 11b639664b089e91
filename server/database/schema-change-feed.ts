import type { Generated } from 'kysely';

export interface ChangeFeedTable {
  /** Of the transaction. */
  xid: Generated<string>;
  source: string;
  user_id: number | null;
}

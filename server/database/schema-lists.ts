import type { Generated } from 'kysely';

export interface ListChangesTable {
  id: Generated<number>;
  source: string;
  changes: Generated<number>;
}

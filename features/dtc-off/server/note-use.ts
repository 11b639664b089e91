import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';

/**
 * Notes for the reports what DTC OFF was used for. Every upload, payment and made file calls this in its transaction:
 * sessions that were never paid are removed after a day, and were a use all the same.
 */
export const noteUse = (tx: Database, kind: 'UPLOADED' | 'PAID' | 'FREE' | 'GENERATED', usedAt?: Date) =>
  tx
    .insertInto('dtc_off_uses')
    .values({ kind, used_at: usedAt ?? sql`now()` })
    .execute();

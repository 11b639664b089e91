import type { Database } from '../../../server/database/connect.ts';
import { filesInScope } from '../../files/server/files.ts';
import type { Actor } from '../../../server/http/call.ts';

export const selectTicketSummaries = (db: Database, actor: Pick<Actor, 'id' | 'role'>) =>
  filesInScope(db, actor)
    .innerJoin('tickets', 'tickets.file_id', 'files.id')
    .innerJoin('users', 'users.id', 'files.user_id')
    .select([
      'tickets.id',
      'tickets.ticket_id',
      'tickets.file_id',
      'tickets.subject',
      'users.username',
      'tickets.status',
      'tickets.opening_date',
      'tickets.closing_date',
    ])
    .orderBy('tickets.id', 'desc');

import type { Generated } from 'kysely';
import type { Time } from './schema-columns.ts';

/** What a note or a tag is about; exactly one of these is set. */
interface Subject {
  user_id: number | null;
  file_id: number | null;
  ticket_id: number | null;
}

export interface InternalNotesTable extends Subject {
  id: Generated<number>;
  note: string;
  author_id: number;
  created_at: Time;
}

export interface TagsTable {
  id: Generated<number>;
  name: string;
  created_at: Time;
}

export interface TagLinksTable extends Subject {
  id: Generated<number>;
  tag_id: number;
}

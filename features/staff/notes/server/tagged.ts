import { sql, type RawBuilder } from 'kysely';
import { type NoteSubject, SUBJECT_COLUMNS } from '../notes.calls.ts';

/** The condition of a list's tag filter; `id` is the id column of the list's rows. */
export function hasTag(kind: NoteSubject, id: RawBuilder<number>, tagId: number): RawBuilder<boolean> {
  const column = sql.ref(`l.${SUBJECT_COLUMNS[kind]}`);
  return sql<boolean>`${id} in (select ${column} from tag_links l where l.tag_id = ${tagId} and ${column} is not null)`;
}

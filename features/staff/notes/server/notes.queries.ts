import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import { type NoteSubject, MAX_NOTES, MAX_TAGS_IN_ALL, SUBJECT_COLUMNS } from '../notes.calls.ts';

export interface About {
  kind: NoteSubject;
  id: number;
}

export const columnOf = ({ kind }: Pick<About, 'kind'>) => SUBJECT_COLUMNS[kind];

/** The subject columns of a row: the id in the column of its kind, null in the others. */
export const subjectColumns = ({ kind, id }: About) => ({
  user_id: null,
  file_id: null,
  ticket_id: null,
  [SUBJECT_COLUMNS[kind]]: id,
});

/**
 * The subject's name, and the record its changes are listed under in the audit list: for a ticket, that of its file.
 */
export function selectSubject(db: Database, { kind, id }: About) {
  if (kind === 'users') {
    return db
      .selectFrom('users')
      .select(['id as record_id', 'username as name'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null);
  }
  if (kind === 'files') {
    return db
      .selectFrom('files')
      .select(['id as record_id', 'file_id as name'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null);
  }
  return db
    .selectFrom('tickets')
    .select(['file_id as record_id', 'ticket_id as name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
}

const selectNotesWithAuthors = (db: Database) =>
  db
    .selectFrom('internal_notes as n')
    .innerJoin('users as author', 'author.id', 'n.author_id')
    .select(['n.id', 'n.note', 'author.username as author', 'n.created_at'])
    .select(sql<number | null>`case when author.deleted_at is null then author.id end`.as('open_user_id'));

export const selectNotes = (db: Database, about: About) =>
  selectNotesWithAuthors(db)
    .where(`n.${columnOf(about)}`, '=', about.id)
    .orderBy('n.id', 'desc')
    .limit(MAX_NOTES);

export const selectNote = (db: Database, id: number) => selectNotesWithAuthors(db).where('n.id', '=', id);

/** Counts the notes of a subject, to enforce the limit. The caller holds the lock on the subject. */
export const countNotes = (db: Database, about: About) =>
  db
    .selectFrom('internal_notes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(columnOf(about), '=', about.id);

export const selectTags = (db: Database, about: About) =>
  db
    .selectFrom('tag_links as l')
    .innerJoin('tags', 'tags.id', 'l.tag_id')
    .select(['tags.id', 'tags.name'])
    .where(`l.${columnOf(about)}`, '=', about.id)
    .orderBy(sql`lower(tags.name)`);

export const selectAllTags = (db: Database) =>
  db
    .selectFrom('tags')
    .select(['id', 'name'])
    .orderBy(sql`lower(name)`)
    .limit(MAX_TAGS_IN_ALL);

/** Uses one index lookup per tag and kind of subject: with a join, PostgreSQL would read all links. */
export const deleteUnusedTags = (db: Database) =>
  db
    .deleteFrom('tags')
    .where((eb) =>
      eb.and(
        (['user_id', 'file_id', 'ticket_id'] as const).map((column) =>
          eb(
            eb
              .selectFrom('tag_links as l')
              .select('l.id')
              .whereRef('l.tag_id', '=', 'tags.id')
              .where(`l.${column}`, 'is not', null)
              .limit(1),
            'is',
            null,
          ),
        ),
      ),
    );

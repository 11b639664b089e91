import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { recordChange } from '../../audit/server/audit.ts';
import {
  type InternalNote,
  type Internals,
  MAX_NOTES,
  MAX_TAGS_IN_ALL,
  type Tag,
  tooManyNotes,
  tooManyTags,
} from '../notes.calls.ts';
import {
  columnOf,
  countNotes,
  deleteUnusedTags,
  selectAllTags,
  selectNote,
  selectNotes,
  selectSubject,
  selectTags,
  subjectColumns,
  type About,
} from './notes.queries.ts';

/** The dependencies of notes. */
type Reads = Pick<Deps, 'db'>;

/** Returns the subject; throws when it does not exist or was deleted. */
async function requireSubject(db: Deps['db'] | Transaction<Schema>, about: About) {
  const subject = await selectSubject(db, about).executeTakeFirst();
  if (!subject) throw notFound();
  return subject;
}

/** Locks the subject: of two concurrent writers the second waits, so that the limit holds. */
async function lockSubject(tx: Transaction<Schema>, about: About) {
  const subject = await selectSubject(tx, about).forNoKeyUpdate().executeTakeFirst();
  if (!subject) throw notFound();
  return subject;
}

const auditSubject = ({ kind }: About, { record_id, name }: { record_id: number; name: string }) =>
  ({ kind: kind === 'users' ? 'USER' : 'FILE', id: record_id, name }) as const;

export async function getInternals({ db }: Reads, about: About): Promise<Internals> {
  await requireSubject(db, about);
  const [notes, tags] = await Promise.all([selectNotes(db, about).execute(), selectTags(db, about).execute()]);
  return { notes, tags };
}

export async function addNote(
  { db }: Reads,
  actor: Actor,
  { note, ...about }: About & { note: string },
): Promise<InternalNote> {
  return db.transaction().execute(async (tx) => {
    await lockSubject(tx, about);
    const { count } = await countNotes(tx, about).executeTakeFirstOrThrow();
    if (count >= MAX_NOTES) throw tooManyNotes();
    const row = { ...subjectColumns(about), note, author_id: actor.id };
    const { id } = await tx.insertInto('internal_notes').values(row).returning('id').executeTakeFirstOrThrow();
    return selectNote(tx, id).executeTakeFirstOrThrow();
  });
}

/** The audit list records this many characters from the beginning of a deleted note. */
const RECORDED_LENGTH = 200;

export async function deleteNote({ db }: Reads, actor: Actor, id: number): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('internal_notes')
      .where('id', '=', id)
      .returning(['note', 'user_id', 'file_id', 'ticket_id'])
      .executeTakeFirst();
    if (!gone) throw notFound();
    const about = aboutOf(gone);
    const subject = auditSubject(about, await requireSubject(tx, about));
    await recordChange(tx, actor, { kind: 'NOTE', subject, from: gone.note.slice(0, RECORDED_LENGTH), to: null });
  });
  return { message: 'Note deleted.' };
}

interface Columns {
  user_id: number | null;
  file_id: number | null;
  ticket_id: number | null;
}

function aboutOf({ user_id, file_id, ticket_id }: Columns): About {
  if (user_id !== null) return { kind: 'users', id: user_id };
  if (file_id !== null) return { kind: 'files', id: file_id };
  return { kind: 'tickets', id: ticket_id as number };
}

/**
 * Replaces all tags of a subject. Changes to tags run one at a time: a shared tag is created once and removed with its
 * last use.
 */
export async function setTags(
  { db }: Reads,
  actor: Actor,
  { tags: names, ...about }: About & { tags: readonly string[] },
): Promise<{ tags: Tag[] }> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table tags in share row exclusive mode`.execute(tx);
    const subject = await lockSubject(tx, about);
    const before = await selectTags(tx, about).execute();
    await removeOthers(tx, about, names);
    await addAll(tx, about, names);
    await deleteUnusedTags(tx).execute();
    const { count } = await tx
      .selectFrom('tags')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count > MAX_TAGS_IN_ALL) throw tooManyTags();
    const tags = await selectTags(tx, about).execute();
    await recordChange(tx, actor, {
      kind: 'TAGS',
      subject: auditSubject(about, subject),
      from: namesOf(before),
      to: namesOf(tags),
    });
    return { tags };
  });
}

const namesOf = (tags: readonly Tag[]) => tags.map(({ name }) => name).join(', ') || null;

/** Matches names regardless of case: "VIP" and "vip" are one tag. */
const isNamed = (names: readonly string[]) =>
  sql<boolean>`lower(name) in (select lower(given) from unnest(${[...names]}::text[]) given)`;

const removeOthers = (tx: Transaction<Schema>, about: About, names: readonly string[]) =>
  tx
    .deleteFrom('tag_links')
    .where(columnOf(about), '=', about.id)
    .where('tag_id', 'not in', (tags) => tags.selectFrom('tags').select('id').where(isNamed(names)))
    .execute();

async function addAll(tx: Transaction<Schema>, about: About, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto('tags')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .execute();
  const { user_id, file_id, ticket_id } = subjectColumns(about);
  await sql`
    insert into tag_links (tag_id, user_id, file_id, ticket_id)
    select id, ${user_id}::bigint, ${file_id}::bigint, ${ticket_id}::bigint from tags
     where ${isNamed(names)} on conflict do nothing`.execute(tx);
}

/** Lists all tags, for the filters of the lists. */
export const listTags = ({ db }: Reads): Promise<Tag[]> => selectAllTags(db).execute();

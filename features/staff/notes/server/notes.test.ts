import { beforeEach, describe, expect, test } from 'vitest';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import * as accounts from '../../../accounts/accounts.calls.ts';
import { listChanges } from '../../audit/audit.calls.ts';
import * as files from '../../../files/files.calls.ts';
import * as tickets from '../../../tickets/tickets.calls.ts';
import * as contract from '../notes.calls.ts';
import { endpoints } from '../../../../app/endpoints.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import type { Page } from '../../../../contract/pages.ts';
import { MAX_NOTES, MAX_TAGS_IN_ALL } from '../notes.calls.ts';
import { buildTicket } from '../../../tickets/server/tickets.factory.ts';

openStage();

type About = { kind: contract.NoteSubject; id: number };

let customer: Awaited<ReturnType<typeof buildCustomer>>;
let subjects: Record<contract.NoteSubject, About>;

beforeEach(async () => {
  customer = await buildCustomer(app.deps);
  const file = await buildFile(app, { user_id: customer.id });
  const ticket = await buildTicket(app, { file_id: file.id });
  subjects = {
    users: { kind: 'users', id: customer.id },
    files: { kind: 'files', id: file.id },
    tickets: { kind: 'tickets', id: ticket.id },
  };
});

const read = async (about: About) => (await app.call(contract.getInternals, about, admin)).body as contract.Internals;
const tag = async (about: About, tags: string[]) => (await app.call(contract.setTags, { ...about, tags }, admin)).body;
const namesOf = (tags: contract.Tag[]) => tags.map(({ name }) => name);

describe.each(['users', 'files', 'tickets'] as const)('on %s', (kind) => {
  test('notes are listed with their author, newest first, and appear nowhere else', async () => {
    const about = subjects[kind];
    await app.call(contract.addNote, { ...about, note: ' Pays by bank transfer. ' }, admin);
    const { status, body } = await app.call(contract.addNote, { ...about, note: 'Second bench.' }, admin);
    expect([status, body.author, body.open_user_id]).toEqual([201, admin.username, admin.id]);
    expect((await read(about)).notes.map(({ note }) => note)).toEqual(['Second bench.', 'Pays by bank transfer.']);
    const others = Object.values(subjects).filter((other) => other.kind !== kind);
    const found = await Promise.all(others.map(async (other) => (await read(other)).notes.map(({ id }) => id)));
    expect(found.flat()).not.toContain(body.id);
  });

  test('a deleted note is gone, and the audit list shows who deleted what', async () => {
    const about = subjects[kind];
    const { body } = await app.call(contract.addNote, { ...about, note: `Wrong ${kind}` }, admin);
    await app.call(contract.deleteNote, { id: body.id }, admin);
    expect((await read(about)).notes.map(({ id }) => id)).not.toContain(body.id);
    const { changes } = (await app.call(listChanges, { kind: 'NOTE' }, admin)).body;
    expect(changes[0]).toMatchObject({ old_value: `Wrong ${kind}`, new_value: null, username: admin.username });
    expect((await app.call(contract.deleteNote, { id: body.id }, admin)).status).toBe(404);
  });

  test('tags are set by name regardless of case, and the list can be filtered by one', async () => {
    const about = subjects[kind];
    expect(namesOf((await tag(about, ['VIP', `only ${kind}`])).tags)).toEqual([`only ${kind}`, 'VIP']);
    const { tags } = await tag(about, ['vip']);
    expect(namesOf(tags)).toEqual(['VIP']);
    const list = { users: accounts.listUsers, files: files.listFiles, tickets: tickets.listTickets }[kind];
    const page = (await app.call(list, { tag_id: tags[0].id, limit: 10 }, admin)).body as Page<{ id: number }>;
    expect(page.rows.map(({ id }) => id)).toEqual([about.id]);
    expect(page.totals).toMatchObject({ matching: 1, is_exact: true });
    const { changes } = (await app.call(listChanges, { kind: 'TAGS' }, admin)).body;
    expect(changes[0]).toMatchObject({ old_value: `only ${kind}, VIP`, new_value: 'VIP' });
  });
});

describe('tags', () => {
  test('that are no longer used are not offered', async () => {
    await tag(subjects.users, ['Dealer', 'Passing']);
    await tag(subjects.users, ['Dealer']);
    const names = namesOf((await app.call(contract.listTags, {}, admin)).body);
    expect(names).toContain('Dealer');
    expect(names).not.toContain('Passing');
  });

  test('change the version of a list filtered by one when that tag is removed', async () => {
    const { tags } = await tag(subjects.files, ['Rush']);
    const ask = () => app.call(files.listFiles, { tag_id: tags[0].id, limit: 10 }, admin);
    const before = (await ask()).body;
    await tag(subjects.files, []);
    const after = (await ask()).body;
    expect([before.rows.length, after.rows.length]).toEqual([1, 0]);
    expect(after.version).not.toBe(before.version);
  });

  test('are limited to ten per record and two hundred in all', async () => {
    const eleven = Array.from({ length: 11 }, (_, at) => `t${at}`);
    const refused = await app.call(contract.setTags, { ...subjects.users, tags: eleven }, admin);
    expect([refused.status, refused.body.field]).toEqual([400, 'tags']);
    const names = Array.from({ length: MAX_TAGS_IN_ALL }, (_, at) => ({ name: `many ${at}` }));
    const made = await app.db.insertInto('tags').values(names).returning('id').execute();
    const links = made.map(({ id }) => ({ tag_id: id, user_id: admin.id, file_id: null, ticket_id: null }));
    await app.db.insertInto('tag_links').values(links).execute();
    const more = await app.call(contract.setTags, { ...subjects.users, tags: ['one more'] }, admin);
    expect(more.body.code).toBe('notes.too_many_tags');
    await app.db.deleteFrom('tag_links').where('user_id', '=', admin.id).execute();
    expect((await app.call(contract.setTags, { ...subjects.users, tags: ['one more'] }, admin)).status).toBe(200);
  });

  test('set on two records at the same time become one tag', async () => {
    const both = await Promise.all([tag(subjects.users, ['Shared']), tag(subjects.files, ['shared'])]);
    expect(new Set(both.map(({ tags }) => tags[0].id)).size).toBe(1);
  });
});

test('a record can have two hundred notes, and deleting one makes room again', async () => {
  const about = { kind: 'users', id: (await buildCustomer(app.deps)).id } as const;
  const row = { user_id: about.id, file_id: null, ticket_id: null, note: 'x', author_id: admin.id };
  const made = await app.db
    .insertInto('internal_notes')
    .values(Array.from({ length: MAX_NOTES }, () => row))
    .returning('id')
    .execute();
  expect((await app.call(contract.addNote, { ...about, note: 'y' }, admin)).body.code).toBe('notes.too_many_notes');
  await app.call(contract.deleteNote, { id: made[0]?.id }, admin);
  expect((await app.call(contract.addNote, { ...about, note: 'y' }, admin)).status).toBe(201);
});

test('a deleted file has no notes to read or write', async () => {
  const file = await buildFile(app, { user_id: customer.id, deleted_at: new Date() });
  const about = { kind: 'files', id: file.id } as const;
  const replies = [
    await app.call(contract.getInternals, about, admin),
    await app.call(contract.addNote, { ...about, note: 'x' }, admin),
    await app.call(contract.setTags, { ...about, tags: ['x'] }, admin),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('no reply to a customer contains a note or a tag', async () => {
  const secret = 'never-for-customers';
  for (const about of Object.values(subjects)) {
    await app.call(contract.addNote, { ...about, note: secret }, admin);
    await tag(about, [secret]);
  }
  const theirs = endpoints.filter(
    ({ method, who, path }) => method === 'GET' && who === 'signed-in' && !path.includes('/ai/'),
  );
  const ids = { id: subjects.files.id, userId: customer.id };
  const texts = await Promise.all(
    theirs.map(async (endpoint) => {
      const input = endpoint.path.startsWith('/tickets/') ? { id: subjects.tickets.id } : { ...ids, text: secret };
      const reply = await app.call(endpoint, input, customer);
      return [reply.status, JSON.stringify(reply.body ?? '')] as const;
    }),
  );
  expect(texts.filter(([status]) => status === 200).length).toBeGreaterThan(5);
  expect(texts.filter(([, text]) => text.includes(secret))).toEqual([]);
});

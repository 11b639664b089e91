import { expect, test, vi } from 'vitest';
import { buildSignedIn, buildUser } from '../../server/accounts.factory.ts';
import { getMyUser } from '../../accounts.calls.ts';
import { getLeftovers } from '../../user-creation.calls.ts';
import { listChanges } from '../../../staff/audit/audit.calls.ts';
import { listSecurityEvents } from '../../security-log/security.calls.ts';
import { downloadPersonalData, eraseUser } from '../personal-data.calls.ts';
import { buildCredits } from '../../../credits/server/credits.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

openStage({ movesMoney: true });

const erase = (input: object) => app.call(eraseUser, input, admin);

/** The entries of both logs about an account, newest first. */
async function readRecords(id: number) {
  const { changes } = (await app.call(listChanges, {}, admin)).body as {
    changes: { kind: string; subject_id: number | null }[];
  };
  const { events } = (await app.call(listSecurityEvents, {}, admin)).body as {
    events: { event: string; reason: string; actor: { id: number } | null; account: { username: string } | null }[];
  };
  const kinds = changes.filter(({ subject_id }) => subject_id === id).map(({ kind }) => kind);
  return {
    kinds,
    erasures: events.filter(({ event, account }) => event === 'ACCOUNT_ERASED' && account?.username === `erased-${id}`),
    exports: events.filter(({ event }) => event === 'DATA_EXPORTED'),
  };
}

test('an administrator downloads a user’s personal data as a ZIP, and both logs record it', async () => {
  const user = await buildUser(app.deps);
  const file = await buildFile(app.deps, { user_id: user.id, notes: 'Rough when cold' });
  const reply = await app.call(downloadPersonalData, { id: user.id }, admin);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-disposition')).toMatch(
    new RegExp(`filename="personal-data-${user.id}-\\d{4}-\\d\\d-\\d\\d\\.zip"`),
  );
  const text = Buffer.from(reply.bytes).toString('latin1');
  expect(text.slice(0, 4)).toBe('PK\u0003\u0004');
  for (const name of ['profile.json', 'files.json', 'Rough when cold', `files/${file.file_id}/`])
    expect([name, text.includes(name)]).toEqual([name, true]);
  const { kinds, exports } = await readRecords(user.id);
  expect(kinds).toEqual(['EXPORTED']);
  expect(exports).toMatchObject([
    { reason: 'BY_ADMINISTRATOR', actor: { id: admin.id }, account: { username: user.username } },
  ]);
});

test('a user is erased once their e-mail address or name is typed, and a repeat gets the same reply', async () => {
  const byEmail = await buildSignedIn(app.deps);
  await buildFile(app.deps, { user_id: byEmail.id, status: 'CANCELED', status_before_cancel: 'PENDING' });
  const wrong = await erase({ id: byEmail.id, confirmation: 'blagoja@example.com' });
  expect([wrong.status, wrong.body]).toEqual([
    400,
    expect.objectContaining({ code: 'personal-data.confirmation_differs', field: 'confirmation' }),
  ]);
  expect((await app.call(getMyUser, {}, byEmail)).status).toBe(200);

  const input = { id: byEmail.id, confirmation: ` ${byEmail.email.toUpperCase()} ` };
  const erased = await erase(input);
  expect([erased.status, erased.body]).toEqual([200, { username: `erased-${byEmail.id}`, files: 1 }]);
  expect((await app.call(getMyUser, {}, byEmail)).status).toBe(403);
  const repeated = await erase(input);
  expect([repeated.status, repeated.body]).toEqual([200, erased.body]);
  const { kinds, erasures } = await readRecords(byEmail.id);
  expect(kinds).toEqual(['ERASED']);
  expect(erasures).toMatchObject([{ reason: 'BY_ADMINISTRATOR', actor: { id: admin.id } }]);
});

test('an erasure with an idempotency key is committed before stored files are moved, which may take long', async () => {
  const byName = await buildUser(app.deps);
  await buildFile(app.deps, { user_id: byName.id, status: 'CANCELED', status_before_cancel: 'PENDING' });
  const erasedWhenMoved: boolean[] = [];
  const quarantine = vi.spyOn(app.storage, 'quarantine').mockImplementation(async () => {
    const erased = app.db.selectFrom('users').select('erased_at').where('id', '=', byName.id);
    return erasedWhenMoved.push((await erased.executeTakeFirst())?.erased_at !== null) > 0;
  });
  const options = { token: admin.token, headers: { 'idempotency-key': 'erased-only-once' } };
  const { status } = await app.call(eraseUser, { id: byName.id, confirmation: byName.username }, options);
  quarantine.mockRestore();
  expect([status, erasedWhenMoved]).toEqual([200, [true]]);
});

test('two simultaneous erasures erase a user once', async () => {
  const user = await buildUser(app.deps);
  const input = { id: user.id, confirmation: user.email };
  const replies = await Promise.all([erase(input), erase(input)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect((await readRecords(user.id)).kinds).toEqual(['ERASED']);
});

test('a user with files in work, credits left or changes since the confirmation is not erased', async () => {
  const working = await buildUser(app.deps);
  await buildFile(app.deps, { user_id: working.id });
  const inWork = await erase({ id: working.id, confirmation: working.email });
  expect([inWork.status, inWork.body.code]).toEqual([400, 'personal-data.files_in_work']);
  const rich = await buildUser(app.deps);
  await buildCredits(app.deps, rich.id, 3);
  const withCredits = await erase({ id: rich.id, confirmation: rich.email });
  expect([withCredits.status, withCredits.body.code]).toEqual([400, 'personal-data.credits_left']);

  const user = await buildUser(app.deps);
  const { seen } = (await app.call(getLeftovers, { id: user.id }, admin)).body as { seen: string };
  await buildCredits(app.deps, user.id, 3);
  const changed = await erase({ id: user.id, confirmation: user.email, seen });
  expect([changed.status, changed.body.code]).toEqual([400, 'accounts.leftovers_changed']);
  for (const { id } of [working, rich, user]) expect((await readRecords(id)).kinds).not.toContain('ERASED');
});

test('administrators cannot erase their own account', async () => {
  const { status, body } = await erase({ id: admin.id, confirmation: admin.email });
  expect([status, body.code]).toEqual([400, 'accounts.own_account']);
});

import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { restoreFromBin } from '../../staff/restore/restore.calls.ts';
import { confirmEmailChange } from '../account-changes.calls.ts';
import * as contract from '../accounts.calls.ts';
import type { Reply } from '../../../server/testing/app.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildEmailChange, buildLink, buildUser } from './accounts.factory.ts';
import { lockUser } from './accounts.queries.ts';
import { lockAccount, unlockAccount } from './administration.ts';
import { cancelAllLinks } from './email-change.ts';

openStage();

type User = Awaited<ReturnType<typeof buildUser>>;

async function setStatus({ id }: User, status: 'ACTIVE' | 'DEACTIVE') {
  const { body: before } = await app.call(contract.getUser, { id }, admin);
  const input = { ...before, phone: '+38970123456', status };
  return app.call(contract.updateUser, input, admin);
}

const WAYS: Record<string, (user: User) => Promise<unknown>> = {
  'locked and unlocked on the page': async (user) => {
    expect((await setStatus(user, 'DEACTIVE')).status).toBe(200);
    await setStatus(user, 'ACTIVE');
  },
  'locked and unlocked by command': async ({ email }) => {
    await lockAccount(app.deps, email);
    await unlockAccount(app.deps, email);
  },
  'deleted and restored': async ({ id }) => {
    await app.call(contract.deleteUser, { id }, admin);
    expect((await app.call(restoreFromBin, { kind: 'USER', id }, admin)).status).toBe(200);
  },
};

test.each(Object.keys(WAYS).flatMap((way) => (['RESET', 'INVITE'] as const).map((purpose) => ({ way, purpose }))))(
  'a $purpose link mailed to an account before it was $way sets no password',
  async ({ way, purpose }) => {
    const user = await buildUser(app.deps);
    const token = await buildLink(app, user.id, purpose);
    await WAYS[way]?.(user);
    const reply = await app.call(contract.resetPassword, { token, password: 'Copper-Lathe-88' });
    expect([reply.status, reply.body.code]).toEqual([400, 'accounts.reset_link_spent']);
    const other = await buildLink(app, user.id, purpose);
    expect((await app.call(contract.resetPassword, { token: other, password: 'Copper-Lathe-88' })).status).toBe(200);
  },
);

test.each([
  ['another address', confirmEmailChange, (id: number) => buildEmailChange(app, id, `new${id}@example.com`)],
  ['an activation', contract.activateAccount, (id: number) => buildLink(app, id, 'ACTIVATE')],
  ['a new password', contract.resetPassword, (id: number) => buildLink(app, id, 'RESET')],
] as const)(
  'a link to %s that is opened while those of its user become void is refused',
  async (_, endpoint, build) => {
    const { id } = await buildUser(app.deps, { verified: false });
    const token = await build(id);
    let call: Promise<Reply> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await lockUser(tx, id).execute();
      call = app.call(endpoint, { token, password: 'Copper-Lathe-88' });
      await setTimeout(500);
      await cancelAllLinks(tx, app.clock.now(), id);
    });
    expect((await call)?.status).toBe(400);
  },
);

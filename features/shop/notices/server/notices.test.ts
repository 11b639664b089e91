import { afterEach, expect, test } from 'vitest';
import { readHealth } from '../../../../server/testing/read-health.ts';
import { buildAdmin } from '../../../../server/testing/stories.ts';
import { listOperatorNotices } from '../notices.calls.ts';
import { clearNotice, raiseNotice } from './notices.ts';
import { app, openStage } from '../../../../server/testing/stage.ts';

openStage();
afterEach(() => app.db.deleteFrom('operator_notices').execute());

const listed = async () => {
  const { token } = await buildAdmin(app.deps);
  return (await app.call(listOperatorNotices, {}, { token })).body;
};

test('an administrator sees a raised notice with its values and affected items until it is cleared', async () => {
  const items = [{ text: 'golf.bin', to: '/admin/view-file/1' }];
  await raiseNotice(app.db, { kind: 'files.damaged', details: { missing: 1, damaged: 0, checked: 7 }, items });
  await raiseNotice(app.db, { kind: 'storage.unreferenced', details: { files: 30, percent: 12 } });
  expect(await listed()).toEqual([
    {
      kind: 'files.damaged',
      details: { missing: 1, damaged: 0, checked: 7 },
      items,
      raised_at: expect.any(String) as string,
    },
    {
      kind: 'storage.unreferenced',
      details: { files: 30, percent: 12 },
      items: [],
      raised_at: expect.any(String) as string,
    },
  ]);
  await clearNotice(app.db, 'files.damaged');
  await clearNotice(app.db, 'storage.unreferenced');
  expect(await listed()).toEqual([]);
});

test('a notice that is raised again has the new values and keeps its first time', async () => {
  await raiseNotice(app.db, { kind: 'storage.unreferenced', details: { files: 30, percent: 12 } });
  const [first] = await listed();
  await raiseNotice(app.db, { kind: 'storage.unreferenced', details: { files: 31, percent: 13 } });
  expect(await listed()).toEqual([{ ...first, details: { files: 31, percent: 13 } }]);
});

test('the health report shows the kinds of open notices, and nothing of what they are about', async () => {
  const items = [{ text: 'secret-name.bin', to: null }];
  await raiseNotice(app.db, { kind: 'files.damaged', details: { missing: 1, damaged: 0, checked: 7 }, items });
  const reply = await readHealth(app);
  expect(reply).toMatchObject({ status: 200, body: { status: 'notices', notices: ['files.damaged'] } });
  expect(JSON.stringify(reply.body)).not.toContain('secret-name');
  await clearNotice(app.db, 'files.damaged');
  expect((await readHealth(app)).body).toMatchObject({ status: 'ok', notices: [] });
});

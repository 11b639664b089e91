import { afterEach, expect, test } from 'vitest';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import * as contract from '../settings.calls.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage();
afterEach(() => set({ header_banner_text: '', uploader_text: '' }));

const set = (texts: Record<string, unknown>) => app.call(contract.setApplicationConfiguration, texts, admin);
async function readTexts(): Promise<unknown[]> {
  const { body } = await app.call(contract.getApplicationConfiguration, {});
  return [body.header_banner_text, body.uploader_text];
}

test('everyone can read what an administrator writes', { tags: ['X-API-57', 'X-API-13', 'A-CFG-M02'] }, async () => {
  const reply = await set({ header_banner_text: 'New prices from <b>Monday</b>', uploader_text: 'ORI files only.' });
  expect([reply.status, reply.body.message]).toEqual([200, 'Updated successfully!']);
  expect(await readTexts()).toEqual(['New prices from <b>Monday</b>', 'ORI files only.']);
});

test('both texts are sanitised when they are written', { tags: ['G-51'] }, async () => {
  const text = '<p onclick="x()">Hello<script>alert(1)</script> <img src=x onerror=alert(1)></p>';
  await set({ header_banner_text: text, uploader_text: text });
  expect(await readTexts()).toEqual(['<p>Hello </p>', '<p>Hello </p>']);
});

test.each(['', '   ', '<p> <br></p>', '<script>alert(1)</script>', null])(
  'a banner with nothing visible counts as none: %j',
  { tags: ['G-34'] },
  async (text) => {
    await set({ header_banner_text: 'Something', uploader_text: 'Something' });
    await set({ header_banner_text: text });
    expect(await readTexts()).toEqual([null, 'Something']);
  },
);

test('an omitted text stays, and one that is too long changes nothing', async () => {
  await set({ header_banner_text: 'Banner', uploader_text: 'Uploader' });
  await set({ uploader_text: '' });
  expect(await readTexts()).toEqual(['Banner', null]);
  const reply = await set({ header_banner_text: 'x'.repeat(5001) });
  expect([reply.status, reply.body.message]).toEqual([400, 'At most 5000 characters.']);
  expect(await readTexts()).toEqual(['Banner', null]);
});

test('a change appears in the audit list with the previous value', async () => {
  await set({ header_banner_text: 'First', uploader_text: 'Same' });
  await set({ header_banner_text: 'Second', uploader_text: 'Same' });
  const { changes } = (await app.call(listChanges, { kind: 'CONFIGURATION' }, admin)).body as { changes: Change[] };
  expect(changes.slice(0, 2).map((one) => [one.subject_name, one.old_value, one.new_value])).toEqual([
    ['Banner Text', 'First', 'Second'],
    ['Uploader Text', null, 'Same'],
  ]);
});

test('only administrators can write the texts', async () => {
  const customer = await buildCustomer(app.deps);
  const reply = await app.call(contract.setApplicationConfiguration, { header_banner_text: 'Mine' }, customer);
  expect(reply.status).toBe(403);
  expect(await readTexts()).toEqual([null, null]);
});

import { expect, test } from 'vitest';
import { readConfig } from '../../../app/server/read-config.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { policyOfPages } from '../../../server/testing/raw-call.ts';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import { getApplicationConfiguration } from '../settings.calls.ts';
import * as contract from '../stored-settings.calls.ts';
import { applyStoredSettings, followStoredSettings } from './stored-settings.ts';

openStage({ forEachTest: true });

const set = (input: object) => app.call(contract.setStoredSettings, input, admin);
const get = async () => (await app.call(contract.getStoredSettings, {}, admin)).body as Record<string, unknown>;
const shown = async () => (await app.call(getApplicationConfiguration, {})).body as Record<string, unknown>;

/** What a process that was started with these variables has after it has read what is stored. */
async function startWith(env: Record<string, string>) {
  const config = { ...app.config, ...readConfig(env, '/nowhere') };
  delete config.shopDefaults;
  await applyStoredSettings({ db: app.db, config });
  return config;
}

test('every link that an administrator enters is shown at once, without a restart', async () => {
  const links = {
    watch_video_url: 'https://videos.example.com/watch.mp4',
    tutorial_video_url: 'https://youtu.be/abc',
    chat_url: 'https://wa.me/38970123456',
    gain_url: 'https://shop.example.com/tuning',
    google_client_id: '123-abc.apps.googleusercontent.com',
    legal_notice: 'Not for public roads.',
    revision_days: 0,
  };
  expect(
    (await set({ ...links, social_x_url: 'https://x.com/shop', social_youtube_url: 'https://youtube.com/@s' })).status,
  ).toBe(200);
  expect(await shown()).toMatchObject({
    ...links,
    social_links: [
      { name: 'YouTube', url: 'https://youtube.com/@s' },
      { name: 'X', url: 'https://x.com/shop' },
    ],
    services: { google: 'SET_UP', gain: 'SET_UP', social: 'SET_UP', chat: 'SET_UP' },
  });
  expect(await get()).toMatchObject({ ...links, complete_after_days: 14, activation: 'optional' });
});

test('a target counts at once in what the database measures for the reports', async () => {
  await set({ target_pending_minutes: 30, target_in_progress_minutes: 60 });
  const noted = app.db.selectFrom('report_settings').select('target_minutes');
  expect(await noted.executeTakeFirst()).toEqual({ target_minutes: 90 });
});

test('an address of http in a former variable is shown as it applies, and a new one has to be of https', async () => {
  app.config.chatUrl = 'http://chat.example.com/';
  delete app.config.shopDefaults;
  expect(await get()).toMatchObject({ chat_url: 'http://chat.example.com/' });
  expect((await set({ chat_url: 'http://chat.example.com/' })).status).toBe(400);
});

test('the policy of pages names the hosts of the entered addresses, and no longer those of removed ones', async () => {
  const before = await policyOfPages(app);
  await set({ gain_url: 'https://shop.example.com/tuning', watch_video_url: 'https://videos.example.com/watch.mp4' });
  const policy = await policyOfPages(app);
  expect(policy).toContain('frame-src https://shop.example.com');
  expect(policy).toContain("media-src 'self' https://videos.example.com");
  await set({ gain_url: '', watch_video_url: null });
  expect(await policyOfPages(app)).toBe(before);
});

test('deadlines, targets and the rule for unconfirmed addresses apply at once, and in other processes', async () => {
  await set({ complete_after_days: 3, activation: 'required', target_pending_minutes: 15, target_ticket_minutes: 0 });
  const expected = {
    completeAfterDays: 3,
    activation: 'required',
    targetTimes: { PENDING: 15, IN_PROGRESS: 480, PROCESSED: 480 },
  };
  expect(app.config).toMatchObject(expected);
  expect(app.config.targetTimes).not.toHaveProperty('TICKET');
  const config = { ...app.config, ...readConfig({}, '/nowhere') };
  delete config.shopDefaults;
  (await followStoredSettings({ ...app.deps, config })).stop();
  expect(config).toMatchObject(expected);
});

test('a stored setting overrides its variable, which applies again when the setting is removed', async () => {
  const env = {
    CHAT_URL: 'https://old.example.com',
    TARGET_TIMES: 'PENDING=30',
    ACTIVATION: 'required',
    GAIN_URL: 'http://gain.lan',
  };
  await set({ chat_url: 'https://new.example.com', target_pending_minutes: 5, activation: 'optional' });
  expect(await startWith(env)).toMatchObject({
    chatUrl: 'https://new.example.com',
    targetTimes: { PENDING: 5 },
    activation: 'optional',
    gainUrl: 'http://gain.lan',
  });
  const config = await startWith(env);
  await set({ chat_url: '', target_pending_minutes: null, activation: null });
  await applyStoredSettings({ db: app.db, config });
  expect(config).toMatchObject({
    chatUrl: 'https://old.example.com',
    targetTimes: { PENDING: 30 },
    activation: 'required',
  });
});

test.each([
  ['chat_url', 'http://chat.example.com', 'Write a whole address that begins with https://.'],
  ['gain_url', 'javascript:alert(1)', 'Write a whole address that begins with https://.'],
  ['gain_url', 'https://shop.example;sandbox', 'Write a whole address that begins with https://.'],
  ['social_x_url', 'https://x.com/a b', 'Write a whole address that begins with https://.'],
  ['revision_days', 36_501, 'Write a whole number from 0 to 36500.'],
  ['revision_days', 1.5, 'Write a whole number from 0 to 36500.'],
  ['target_ticket_minutes', -1, 'Write a whole number from 0 to 43200.'],
  ['google_client_id', 'my client', 'Write the client id, such as 1234567890-abc.apps.googleusercontent.com.'],
])('an invalid value is refused, and nothing is stored: %s = %j', async (field, value, message) => {
  const { status, body } = await set({ legal_notice: 'Valid', [field]: value });
  expect([status, body.message, body.field]).toEqual([400, message, field]);
  expect(await get()).toMatchObject({ legal_notice: null });
});

test('each changed setting appears in the audit list with its previous value', async () => {
  await set({ chat_url: 'https://one.example.com', revision_days: 7 });
  await set({ chat_url: 'https://two.example.com', revision_days: 7 });
  const { changes } = (await app.call(listChanges, { kind: 'CONFIGURATION' }, admin)).body as { changes: Change[] };
  expect(changes.map((one) => [one.subject_name, one.old_value, one.new_value])).toEqual([
    ['Chat Url', 'https://one.example.com', 'https://two.example.com'],
    ['Revision Days', null, '7'],
    ['Chat Url', null, 'https://one.example.com'],
  ]);
});

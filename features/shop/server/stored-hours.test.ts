import { beforeEach, describe, expect, test } from 'vitest';
import { listChanges, type Change } from '../../staff/audit/audit.calls.ts';
import { getApplicationConfiguration } from '../settings.calls.ts';
import * as contract from '../shop-hours.calls.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { readShopHours } from './shop-hours.ts';
import { followStoredSettings } from './stored-settings.ts';

openStage({ forEachTest: true });

const HOURS = { hours: 'Mon-Fri 08:00-12:00, Mon-Fri 13:00-17:00', holidays: '12-25', time_zone: 'Europe/Skopje' };
const set = (input: object = HOURS) => app.call(contract.setShopHours, input, admin);
const get = async () => (await app.call(contract.getShopHours, {}, admin)).body as object;

test('hours that an administrator enters apply at once and are returned as entered', async () => {
  expect(await get()).toEqual({
    hours: '',
    holidays: '',
    time_zone: '',
    zone_in_force: 'Europe/Skopje',
    source: 'NONE',
  });
  expect((await set()).status).toBe(200);
  expect(await get()).toEqual({ ...HOURS, zone_in_force: 'Europe/Skopje', source: 'PORTAL' });
  expect(app.config.shopHours.openings).toHaveLength(10);
  expect(app.config.shopHours.timeZone).toBe('Europe/Skopje');
});

test('without entered hours, those of the settings apply again', async () => {
  app.config.shopHours = readShopHours({ SHOP_HOURS: 'Sat 09:00-13:00', SHOP_TIME_ZONE: 'Europe/Berlin' });
  const zone = { time_zone: '', zone_in_force: 'Europe/Berlin' };
  const ofSettings = { hours: 'Sat 09:00-13:00', holidays: '', ...zone, source: 'SETTINGS' };
  expect(await get()).toEqual(ofSettings);
  await set();
  expect(app.config.shopHours.timeZone).toBe('Europe/Skopje');
  await set({ hours: ' ', holidays: '', time_zone: '' });
  expect(await get()).toEqual(ofSettings);
  expect(app.config.shopHours.openings).toEqual([{ day: 6, opens: 540, closes: 780 }]);
});

test('a time zone that nobody entered is not returned as entered', async () => {
  expect(await get()).toMatchObject({ time_zone: '', zone_in_force: 'Europe/Skopje' });
});

test('a time zone can be entered without hours, and is that of the shop’s pages at once', async () => {
  await set({ hours: '', holidays: '', time_zone: 'Europe/Berlin' });
  const zone = { time_zone: 'Europe/Berlin', zone_in_force: 'Europe/Berlin' };
  expect(await get()).toEqual({ hours: '', holidays: '', ...zone, source: 'NONE' });
  const { body } = await app.call(getApplicationConfiguration, {}, admin);
  expect(body).toMatchObject({ time_zone: 'Europe/Berlin' });
});

test('another process of the portal reads the entered hours when it starts', async () => {
  await set();
  const config = { ...app.config, shopHours: readShopHours({}) };
  const following = await followStoredSettings({ ...app.deps, config });
  following.stop();
  expect(config.shopHours.openings).toHaveLength(10);
});

test('what is not sent stays as a colleague has left it', async () => {
  await set();
  expect((await set({ hours: 'Sat 09:00-13:00' })).status).toBe(200);
  expect((await set({ time_zone: 'Europe/Berlin' })).status).toBe(200);
  expect(await get()).toMatchObject({ hours: 'Sat 09:00-13:00', holidays: '12-25', time_zone: 'Europe/Berlin' });
});

describe('settings with hours and holidays', () => {
  beforeEach(() => {
    app.config.shopHours = readShopHours({ SHOP_HOURS: 'Sat 09:00-13:00', SHOP_HOLIDAYS: '05-01' });
  });

  test('stay those of the settings where the zone alone is entered', async () => {
    await set({ time_zone: 'Europe/Berlin' });
    expect(await get()).toMatchObject({ hours: 'Sat 09:00-13:00', source: 'SETTINGS', time_zone: 'Europe/Berlin' });
    const stored = app.db.selectFrom('application_configuration').select(['shop_hours', 'shop_holidays']);
    expect(await stored.executeTakeFirst()).toEqual({ shop_hours: null, shop_holidays: null });
  });

  test('leave their holidays to hours that are entered alone', async () => {
    await set({ hours: 'Mon-Fri 08:00-17:00' });
    expect(await get()).toMatchObject({ hours: 'Mon-Fri 08:00-17:00', holidays: '05-01', source: 'PORTAL' });
    await set({ holidays: '' });
    expect(app.config.shopHours.holidays).toEqual([]);
  });

  test('keep their hours beside holidays that are entered alone', async () => {
    await set({ holidays: '12-25' });
    expect(await get()).toMatchObject({ hours: 'Sat 09:00-13:00', holidays: '12-25', source: 'SETTINGS' });
    expect(app.config.shopHours).toMatchObject({
      holidays: ['12-25'],
      openings: [{ day: 6, opens: 540, closes: 780 }],
    });
  });
});

test('holidays apply without hours, whether they are entered or come from the settings', async () => {
  app.config.shopHours = readShopHours({ SHOP_HOLIDAYS: '05-01' });
  expect(await get()).toMatchObject({ hours: '', holidays: '05-01', source: 'NONE' });
  await set({ hours: '', holidays: '12-25', time_zone: '' });
  expect(await get()).toMatchObject({ hours: '', holidays: '12-25', source: 'NONE' });
  expect(app.config.shopHours.holidays).toEqual(['12-25']);
});

test('a zone that was stored as an offset leaves the zone of the settings in force', async () => {
  await set();
  await app.db.updateTable('application_configuration').set({ shop_time_zone: '+02:00' }).execute();
  const config = { ...app.config, shopHours: readShopHours({}) };
  (await followStoredSettings({ ...app.deps, config })).stop();
  expect([config.shopHours.timeZone, config.shopHours.openings.length]).toEqual(['Europe/Skopje', 10]);
});

test('what the database measures for the reports follows at once', async () => {
  await set({ ...HOURS, time_zone: 'Europe/Berlin' });
  const noted = app.db.selectFrom('report_settings').select(['time_zone', 'holidays']);
  expect(await noted.executeTakeFirst()).toEqual({ time_zone: 'Europe/Berlin', holidays: ['12-25'] });
});

test.each([
  ['hours', 'Mo 8-17', 'settings.hours_format'],
  ['holidays', 'Christmas', 'settings.holidays_format'],
  ['time_zone', 'Mars/Olympus', 'settings.unknown_time_zone'],
  // Two hours ahead of UTC here, and behind it for PostgreSQL.
  ['time_zone', '+02:00', 'settings.unknown_time_zone'],
])('an invalid value is refused at its field: %s', async (field, value, code) => {
  const { status, body } = await set({ ...HOURS, [field]: value });
  expect([status, body.code, body.field]).toEqual([400, code, field]);
  expect(await get()).toMatchObject({ source: 'NONE' });
});

test('a change appears in the audit list with the previous value', async () => {
  await set();
  await set({ ...HOURS, hours: 'Sat 09:00-13:00' });
  const { changes } = (await app.call(listChanges, { about: 'Opening Hours' }, admin)).body as { changes: Change[] };
  expect(changes.map((one) => [one.old_value, one.new_value])).toEqual([
    ['Mon-Fri 08:00-12:00, Mon-Fri 13:00-17:00; 12-25; Europe/Skopje', 'Sat 09:00-13:00; 12-25; Europe/Skopje'],
    [null, 'Mon-Fri 08:00-12:00, Mon-Fri 13:00-17:00; 12-25; Europe/Skopje'],
  ]);
});

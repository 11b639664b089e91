import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../web/client/query-client.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import * as contract from '../settings.calls.ts';
import { type ShopHoursText, getShopHours, setShopHours } from '../shop-hours.calls.ts';
import type { StoredSettings } from '../stored-settings.ts';
import { getStoredSettings, setStoredSettings } from '../stored-settings.calls.ts';
import AdminConfiguration from './admin-configuration.screen.tsx';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';

function open(response: Parameters<typeof fake<typeof contract.getApplicationConfiguration>>[1] = SAVED) {
  const api = installFakeApi(
    fake(contract.getApplicationConfiguration, response),
    fake(contract.setApplicationConfiguration, { message: 'Updated successfully!' }),
    fake(getStoredSettings, STORED),
    fake(setStoredSettings, { message: 'Updated successfully!' }),
    fake(getShopHours, { hours: '', holidays: '', time_zone: '', zone_in_force: 'Europe/Skopje', source: 'NONE' }),
  );
  return { ...renderScreen(<AdminConfiguration />, { user: ADMINISTRATOR }), api };
}
const STORED = {
  gain_url: 'https://shop.example.com/tuning',
  complete_after_days: 14,
  target_pending_minutes: 120,
  activation: 'optional',
} as const;
const SAVED = applicationConfiguration({ header_banner_text: 'Closed <b>today</b>', uploader_text: 'ORI only' });
const save = () => screen.getByRole('button', { name: 'Save' });

test(
  'both fields start with the stored texts, and both are sent',
  { tags: ['A-CFG-01', 'A-CFG-02', 'A-CFG-03', 'A-CFG-M02', 'X-ERR-62', 'X-API-13', 'X-API-57'] },
  async () => {
    const { visitor, api } = open();
    expect(screen.getByRole('heading', { level: 1, name: 'Configuration' })).toBeVisible();
    expect(await screen.findByLabelText('Banner Text')).toHaveValue('Closed <b>today</b>');
    fireEvent.input(screen.getByLabelText('Uploader Text'), { target: { value: 'Only ORI files' } });
    await visitor.click(save());
    await waitFor(() => expect(recentMessages.list().map(({ text }) => text)).toEqual(['Updated successfully!']));
    expect(api.callsOf(contract.setApplicationConfiguration).map(({ input }) => input)).toEqual([
      { header_banner_text: 'Closed <b>today</b>', uploader_text: 'Only ORI files' },
    ]);
  },
);

test('a text that another administrator has changed meanwhile is shown and not reverted', async () => {
  const { visitor, api } = open();
  const respondWith = (header_banner_text: string, uploader_text: string) =>
    api.use(
      fake(contract.getApplicationConfiguration, applicationConfiguration({ header_banner_text, uploader_text })),
    );
  await screen.findByLabelText('Banner Text');
  respondWith('Open again', 'First');
  fireEvent.input(screen.getByLabelText('Uploader Text'), { target: { value: 'First' } });
  await visitor.click(save());
  await waitFor(() => expect(screen.getByLabelText('Banner Text')).toHaveValue('Open again'));
  respondWith('Ours', 'Theirs');
  fireEvent.input(screen.getByLabelText('Banner Text'), { target: { value: 'Ours' } });
  await visitor.click(save());
  await waitFor(() => expect(screen.getByLabelText('Uploader Text')).toHaveValue('Theirs'));
  expect(api.callsOf(contract.setApplicationConfiguration).map(({ input }) => input)).toEqual([
    { header_banner_text: 'Open again', uploader_text: 'First' },
    { header_banner_text: 'Ours', uploader_text: 'Theirs' },
  ]);
});

/** A portal that stores what it is sent, once `reply` has ended. */
async function openStoring(label: RegExp) {
  const settings: { shop_name: string; uploader_text: string } = { shop_name: 'Old', uploader_text: 'Old' };
  const links: StoredSettings = { chat_url: 'Old' };
  const hours: ShopHoursText = { hours: 'Old', holidays: 'Old', time_zone: 'Old' };
  const reply = Promise.withResolvers<void>();
  const storeIn = (stored: object) => async (input: object) => {
    await reply.promise;
    Object.assign(stored, input);
    return { message: 'Updated successfully!' };
  };
  installFakeApi(
    fake(contract.getApplicationConfiguration, () => applicationConfiguration(settings)),
    fake(contract.setApplicationConfiguration, storeIn(settings)),
    fake(getStoredSettings, () => links),
    fake(setStoredSettings, storeIn(links)),
    fake(getShopHours, () => ({ ...hours, zone_in_force: 'Europe/Skopje', source: 'PORTAL' as const })),
    fake(setShopHours, storeIn(hours)),
  );
  const shown = renderScreen(<AdminConfiguration />, { user: ADMINISTRATOR });
  const type = (value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText(label);
  await screen.findByLabelText('Time zone');
  return { ...shown, reply, type, stored: { settings, links, hours }, field: () => screen.getByLabelText(label) };
}

describe.each([/^Shop name/, /^Opening hours/, 'Chat', 'Uploader Text'].map((label) => ({ label: new RegExp(label) })))(
  'of the field $label',
  ({ label }) => {
    test('what is typed during a save stays, also the text of before', async () => {
      const { visitor, type, reply, field } = await openStoring(label);
      for (const text of ['https://a.example', 'https://b.example']) type(text);
      await visitor.click(save());
      type('Old');
      reply.resolve();
      const bar = await screen.findByRole('region', { name: 'Unsaved changes' });
      await waitFor(() => expect(within(bar).getByRole('button', { name: 'Save' })).toBeEnabled());
      expect(field()).toHaveValue('Old');
    });

    test('a text that was typed back is no edit: that of a colleague is shown', async () => {
      const { type, field, stored } = await openStoring(label);
      for (const text of ['Mine', 'Old']) type(text);
      Object.assign(stored.settings, { shop_name: 'Theirs', uploader_text: 'Theirs' });
      Object.assign(stored.links, { chat_url: 'Theirs' });
      Object.assign(stored.hours, { hours: 'Theirs' });
      await queryClient.invalidateQueries();
      await waitFor(() => expect(field()).toHaveValue('Theirs'));
    });
  },
);

test('hours that were refused and are discarded are not wrong any more', async () => {
  const { visitor, api } = open();
  api.use(fake(setShopHours, no(400, 'Wrong hours.', 'hours')));
  fireEvent.input(await screen.findByLabelText(/^Opening hours/), { target: { value: 'Mo' } });
  await visitor.click(save());
  expect(await screen.findByText('Wrong hours.')).toBeVisible();
  await visitor.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('Wrong hours.')).not.toBeInTheDocument());
});

test('the banner’s effect on Buy Credits is explained, and both texts have a preview', { tags: ['G-34'] }, async () => {
  open();
  const banner = await screen.findByLabelText('Banner Text');
  expect(screen.getByText('While this text is set, Buy Credits shows it instead of the payment button.')).toBeVisible();
  const preview = screen.getByRole('region', { name: 'Preview of the banner' });
  expect(await within(preview).findByText('today')).toContainHTML('<b>today</b>');
  fireEvent.input(banner, { target: { value: 'Hello <i onclick="x()">you</i><script>alert(1)</script>' } });
  expect(await within(preview).findByText('you')).toContainHTML('<i>you</i>');
  expect(preview.innerHTML).not.toMatch(/script|onclick/);
  fireEvent.input(banner, { target: { value: '  ' } });
  expect(preview).toHaveTextContent('Nothing is shown.');
  const note = screen.getByRole('region', { name: 'Preview of the note above the upload' });
  expect(note).toHaveTextContent('ORI only');
  fireEvent.input(screen.getByLabelText('Uploader Text'), { target: { value: '<b>x</b>' } });
  expect(note).toContainHTML('<b>x</b>');
});

test('texts that fail to load show an error and a Retry', { tags: ['A-CFG-M01', 'X-ERR-61'] }, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { visitor, api } = open(no(500));
  expect(await screen.findByText('Failed to load current banner text.')).toBeVisible();
  api.use(fake(contract.getApplicationConfiguration, SAVED));
  await visitor.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText('Banner Text')).toHaveValue('Closed <b>today</b>');
});

test(
  'a failure is shown and keeps what was typed; a text that is too long shows an error at its field',
  { tags: ['A-CFG-M03', 'X-ERR-63'] },
  async () => {
    const { visitor, api } = open();
    api.use(fake(contract.setApplicationConfiguration, no(500)));
    fireEvent.input(await screen.findByLabelText('Banner Text'), { target: { value: 'New' } });
    await visitor.click(save());
    expect(await screen.findByText('Failed to update.')).toBeVisible();
    expect(screen.getByLabelText('Banner Text')).toHaveValue('New');
    fireEvent.input(screen.getByLabelText('Banner Text'), { target: { value: 'x'.repeat(5001) } });
    await visitor.click(save());
    expect(await screen.findByText('At most 5000 characters.')).toBeVisible();
    expect(screen.getByLabelText('Banner Text')).toBeInvalid();
    expect(screen.getByLabelText('Banner Text')).toHaveAccessibleDescription(
      expect.stringContaining('At most 5000 characters.'),
    );
    expect(screen.getByLabelText('Uploader Text')).toBeValid();
    expect(api.callsOf(contract.setApplicationConfiguration)).toHaveLength(1);
  },
);

test('leaving with changed texts asks for confirmation, but not once they are typed back', async () => {
  const shown = open();
  await screen.findByLabelText('Uploader Text');
  const write = (value: string) => fireEvent.input(screen.getByLabelText('Uploader Text'), { target: { value } });
  write('Only ORI files');
  write('ORI only');
  await expectGuarded(shown, {
    of: 'features/shop/web/admin-configuration.screen.tsx',
    change: async () => write('Only ORI files'),
  });
});

test('leaving with an unsaved shop name asks for confirmation', async () => {
  const shown = open();
  const field = await screen.findByLabelText(/^Shop name/);
  await expectGuarded(shown, {
    of: 'features/shop/web/shop-form.tsx',
    change: async () => fireEvent.input(field, { target: { value: 'Vardar Tuning' } }),
  });
});

test('leaving with unsaved opening hours asks for confirmation', async () => {
  const shown = open();
  const field = await screen.findByRole('textbox', { name: /^Opening hours/ });
  await expectGuarded(shown, {
    of: 'features/shop/web/shop-hours-form.tsx',
    change: async () => fireEvent.input(field, { target: { value: 'Mon-Fri 08:00-17:00' } }),
  });
});

test('a link is checked where it is typed, and only what was edited is sent', { tags: ['G-37'] }, async () => {
  const { visitor, api } = open();
  const gain = await screen.findByLabelText('Gain');
  expect(gain).toHaveValue('https://shop.example.com/tuning');
  fireEvent.input(gain, { target: { value: 'http://shop.example.com' } });
  await visitor.click(save());
  expect(await screen.findByText('Write a whole address that begins with https://.')).toBeVisible();
  expect(api.callsOf(setStoredSettings)).toHaveLength(0);
  fireEvent.input(gain, { target: { value: '' } });
  fireEvent.input(screen.getByLabelText('Chat'), { target: { value: 'https://wa.me/38970123456' } });
  await visitor.click(save());
  await waitFor(() =>
    expect(api.callsOf(setStoredSettings).map(({ input }) => input)).toEqual([
      { gain_url: '', chat_url: 'https://wa.me/38970123456' },
    ]),
  );
});

test('a field whose text is the stored one again is not sent: a colleague may have changed it meanwhile', async () => {
  const { visitor, api } = open();
  const gain = await screen.findByLabelText('Gain');
  fireEvent.input(gain, { target: { value: '' } });
  fireEvent.input(gain, { target: { value: 'https://shop.example.com/tuning' } });
  fireEvent.input(screen.getByLabelText('Chat'), { target: { value: 'https://wa.me/38970123456' } });
  await visitor.click(save());
  await waitFor(() =>
    expect(api.callsOf(setStoredSettings)[0]?.input).toEqual({ chat_url: 'https://wa.me/38970123456' }),
  );
});

test('a target names its status as every screen does', async () => {
  open();
  expect(await screen.findByLabelText('Overdue after minutes: IN PROGRESS')).toBeVisible();
});

test('deadlines are sent as numbers, an empty one takes the default, and words are refused', async () => {
  const { visitor, api } = open();
  const completed = await screen.findByLabelText('Completed, days after delivery');
  expect(completed).toHaveValue('14');
  fireEvent.input(completed, { target: { value: 'soon' } });
  await visitor.click(save());
  expect(await screen.findByText('Write a whole number from 0 to 36500.')).toBeVisible();
  fireEvent.input(completed, { target: { value: '' } });
  fireEvent.input(screen.getByLabelText('Overdue after minutes: PENDING'), { target: { value: '30' } });
  await visitor.selectOptions(screen.getByLabelText('Email address'), 'Customers must confirm it first');
  await visitor.click(save());
  await waitFor(() =>
    expect(api.callsOf(setStoredSettings)[0]?.input).toEqual({
      complete_after_days: null,
      target_pending_minutes: 30,
      activation: 'required',
    }),
  );
});

test('leaving with an unsaved link asks for confirmation', async () => {
  const shown = open();
  const field = await screen.findByLabelText('Chat');
  await expectGuarded(shown, {
    of: 'features/shop/web/stored-settings-form.tsx',
    change: async () => fireEvent.input(field, { target: { value: 'https://chat.example.com' } }),
  });
});

test('a time zone that nobody has set is not shown as set, and one button enters that of the device', async () => {
  const { visitor } = open();
  const field = await screen.findByLabelText('Time zone');
  expect(field).toHaveValue('');
  expect(screen.getByText('Not set. In use now: Europe/Skopje.')).toBeVisible();
  const ofDevice = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await visitor.click(screen.getByRole('button', { name: `Use ${ofDevice}` }));
  expect(field).toHaveValue(ofDevice);
  expect(screen.queryByText('Not set. In use now: Europe/Skopje.')).not.toBeInTheDocument();
});

test('one bar appears with the first change, discards all changes, and saves those of every section', async () => {
  const { visitor, api } = open();
  const chat = await screen.findByLabelText('Chat');
  const uploader = screen.getByLabelText('Uploader Text');
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
  fireEvent.input(chat, { target: { value: 'https://chat.example.com' } });
  fireEvent.input(uploader, { target: { value: 'Only ORI files' } });
  const bar = within(await screen.findByRole('region', { name: 'Unsaved changes' }));
  await visitor.click(bar.getByRole('button', { name: 'Discard' }));
  expect([chat, uploader].map((field) => (field as HTMLInputElement).value)).toEqual(['', 'ORI only']);
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
  fireEvent.input(chat, { target: { value: 'https://chat.example.com' } });
  fireEvent.input(uploader, { target: { value: 'Only ORI files' } });
  await visitor.click(save());
  await waitFor(() =>
    expect(api.callsOf(setStoredSettings)[0]?.input).toEqual({ chat_url: 'https://chat.example.com' }),
  );
  expect(api.callsOf(contract.setApplicationConfiguration)[0]?.input).toMatchObject({
    uploader_text: 'Only ORI files',
  });
});

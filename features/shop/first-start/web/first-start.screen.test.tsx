import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getShopHours, setShopHours, setShopLogo } from '../../shop-hours.calls.ts';
import { getStoredSettings, setStoredSettings } from '../../stored-settings.calls.ts';
import { getApplicationConfiguration, setApplicationConfiguration } from '../../settings.calls.ts';
import * as contract from '../first-start.calls.ts';
import type { FirstStart, FirstStartFacts } from '../first-start.calls.ts';
import { applicationConfiguration } from '../../../../web/testing/application-configuration.ts';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { findDoneSteps } from '../first-start.rules.ts';
import FirstStartScreen from './first-start.screen.tsx';
import { readTexts } from '../../../../web/testing/table-cells.ts';

const AT = '2026-11-20T09:30:00.000Z';
const EMPTY: FirstStartFacts = {
  shop: { name: null, logo_url: null },
  catalogue: { offered: 0 },
  hours: { is_set: false, written: '', time_zone: 'UTC' },
  mail: { has_server: true, test: null },
  payment: { provider: 'PayPal', is_test: true, credited_at: null },
  backup: { has_target: true, schedule: null, made_at: null, failed_at: null, requested_at: null },
  services: { google: 'UNDECIDED', gain: 'UNDECIDED', social: 'UNDECIDED', chat: 'UNDECIDED' },
  trial: { customer: false, upload: false, price: false, pay: false, download: false, file_id: null },
};
const buildFirstStart = (facts: Partial<FirstStartFacts> = {}, is_dismissed = false): FirstStart => ({
  is_dismissed,
  done: findDoneSteps({ ...EMPTY, ...facts }),
  facts: { ...EMPTY, ...facts },
});

function show(first = buildFirstStart()) {
  let shown = first;
  const api = installFakeApi(
    fake(contract.getFirstStart, () => shown),
    fake(contract.dismissFirstStart, () => {
      shown = { ...shown, is_dismissed: true };
      return { message: '' };
    }),
    fake(contract.sendTestMail, { message: '', to: ADMINISTRATOR.email }),
    fake(contract.requestBackup, { message: '' }),
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(setApplicationConfiguration, { message: '' }),
    fake(setShopLogo, { logo_url: '/api/media/a-384.webp' }),
    fake(getShopHours, { hours: '', holidays: '', time_zone: '', zone_in_force: 'Europe/Skopje', source: 'NONE' }),
    fake(setShopHours, { message: '' }),
    fake(getStoredSettings, {}),
    fake(setStoredSettings, { message: '' }),
  );
  return { api, ...renderScreen(<FirstStartScreen />, { at: '/admin/first-start', user: ADMINISTRATOR }) };
}
const findStep = async (name: string) => within(await screen.findByRole('listitem', { name: new RegExp(`^${name}`) }));

test('every step of an empty portal is shown with what to do', async () => {
  show();
  expect(await screen.findByText('0 of 11 steps are done.')).toBeVisible();
  const titles = readTexts(screen.getAllByRole('heading', { level: 2 }));
  expect(titles).toEqual([
    'Name and logo, not yet',
    'Catalogue with prices, not yet',
    'Opening hours, not yet',
    'Email test, not yet',
    'Payment test, not yet',
    'Backup, not yet',
    'Sign in with Google, not yet',
    'Gain, not yet',
    'Follow us, not yet',
    'Chat, not yet',
    'Trial order, not yet',
  ]);
  const catalogue = await findStep('Catalogue');
  expect(catalogue.getByRole('link', { name: 'Price the standard catalogue' })).toHaveAttribute(
    'href',
    '/admin/standard-solutions',
  );
});

test('a completed step shows its result and where to change it, and no form', async () => {
  show(
    buildFirstStart({ catalogue: { offered: 12 }, shop: { name: 'Vardar Tuning', logo_url: '/api/media/a-384.webp' } }),
  );
  const shop = await findStep('Name and logo');
  expect(shop.getByText('Vardar Tuning')).toBeVisible();
  expect(shop.queryByRole('textbox')).toBeNull();
  expect(shop.getByRole('link', { name: 'Change: Name and logo' })).toHaveAttribute(
    'href',
    '/admin/application-configuration#shop',
  );
  expect((await findStep('Catalogue')).getByText('Solutions that customers can choose: 12')).toBeVisible();
  expect(screen.getByText('2 of 11 steps are done.')).toBeVisible();
});

test('name, logo and opening hours are saved separately', async () => {
  const { visitor, api } = show();
  const shop = await findStep('Name and logo');
  await visitor.type(shop.getByLabelText('Shop name'), 'Vardar Tuning{Enter}');
  await waitFor(() => expect(api.callsOf(setApplicationConfiguration)).toHaveLength(1));
  expect(api.callsOf(setApplicationConfiguration)[0]?.input).toEqual({ shop_name: 'Vardar Tuning' });
  await visitor.upload(shop.getByLabelText('Logo'), new File(['png'], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(api.callsOf(setShopLogo)).toHaveLength(1));
  const hours = await findStep('Opening hours');
  await visitor.type(await hours.findByLabelText('Opening hours'), 'Mon-Fri 08:00-17:00{Enter}');
  await waitFor(() => expect(api.callsOf(setShopHours)).toHaveLength(1));
  // Nothing else is sent: a zone that a colleague has entered meanwhile stays.
  expect(api.callsOf(setShopHours)[0]?.input).toEqual({ hours: 'Mon-Fri 08:00-17:00' });
});

test.each<[string, FirstStartFacts['mail'], string | RegExp]>([
  [
    'taken',
    { has_server: true, test: buildMail({ sent_at: AT, reply: '250 2.0.0 OK: queued' }) },
    '250 2.0.0 OK: queued',
  ],
  [
    'refused',
    { has_server: true, test: buildMail({ last_error: '535 Authentication failed' }) },
    '535 Authentication failed',
  ],
  [
    'left in a folder',
    { has_server: false, test: buildMail({ sent_at: AT }) },
    /without a mail server this step is not done/i,
  ],
])('a test mail that was %s', async (_, mail, text) => {
  show(buildFirstStart({ mail }));
  expect((await findStep('Email test')).getByText(text)).toBeVisible();
});

function buildMail(fields: object) {
  return {
    to: 'a@example.com',
    posted_at: AT,
    sent_at: null,
    refused_at: null,
    attempts: 1,
    reply: null,
    last_error: null,
    ...fields,
  };
}

test.each([
  ['refused for good is shown without another attempt', AT, false],
  ['refused for now is shown with the next attempt', null, true],
])('a test mail %s', async (_, refused_at, isTriedAgain) => {
  show(
    buildFirstStart({ mail: { has_server: true, test: buildMail({ last_error: '550 No such user', refused_at }) } }),
  );
  const step = await findStep('Email test');
  expect(step.getByText('550 No such user')).toBeVisible();
  expect(step.queryByText(/tries again by itself/) !== null).toBe(isTriedAgain);
});

test('a test mail goes to the address of the administrator', async () => {
  const { visitor, api } = show();
  const mail = await findStep('Email test');
  await visitor.click(mail.getByRole('button', { name: `Send a test email to ${ADMINISTRATOR.email}` }));
  await waitFor(() => expect(api.callsOf(contract.sendTestMail)).toHaveLength(1));
});

test('a backup can be requested where the portal can make one; otherwise the command is shown', async () => {
  const { visitor, api, unmount } = show();
  await visitor.click((await findStep('Backup')).getByRole('button', { name: 'Make a backup now' }));
  await waitFor(() => expect(api.callsOf(contract.requestBackup)).toHaveLength(1));
  unmount();
  show(buildFirstStart({ backup: { ...EMPTY.backup, has_target: false } }));
  const backup = await findStep('Backup');
  expect(backup.getByText(/^npm run admin backup /)).toBeVisible();
  expect(backup.queryByRole('button')).toBeNull();
});

test('the trial order shows whose turn it is, and links to the file that waits for its price', async () => {
  show(buildFirstStart({ trial: { ...EMPTY.trial, customer: true, upload: true, file_id: 17 } }));
  const trial = await findStep('Trial order');
  expect(trial.getByText('2 of 5 parts are done.')).toBeVisible();
  expect(trial.getByRole('link', { name: 'The file has a price' })).toHaveAttribute('href', '/admin/view-file/17');
  expect(trial.getAllByText(/the customer/).length).toBeGreaterThan(2);
});

test('each service of others can be set up where it is shown, or left unused', async () => {
  const { visitor, api } = show();
  const gain = await findStep('Gain');
  expect(gain.getByText('Not decided yet.')).toBeVisible();
  fireEvent.input(await gain.findByLabelText('Gain'), { target: { value: 'https://shop.example.com/tuning' } });
  await visitor.click(gain.getByRole('button', { name: 'Save: Gain' }));
  await waitFor(() =>
    expect(api.callsOf(setStoredSettings).map(({ input }) => input)).toEqual([
      { gain_url: 'https://shop.example.com/tuning' },
    ]),
  );
  await visitor.click(gain.getByRole('button', { name: 'Do not use: Gain' }));
  await waitFor(() => expect(api.callsOf(setApplicationConfiguration)).toHaveLength(1));
  expect(api.callsOf(setApplicationConfiguration)[0]?.input).toEqual({ gain_use: 'NOT_USED' });
});

test('what is not used can be decided again; what is set up is changed where it was set', async () => {
  const services = { google: 'SET_UP', gain: 'UNDECIDED', social: 'UNDECIDED', chat: 'NOT_USED' } as const;
  const { visitor, api } = show(buildFirstStart({ services }));
  const chat = await findStep('Chat');
  expect(chat.getByText('Not used: customers do not see it.')).toBeVisible();
  await visitor.click(chat.getByRole('button', { name: 'Decide again: Chat' }));
  await waitFor(() => expect(api.callsOf(setApplicationConfiguration)[0]?.input).toEqual({ chat_use: null }));
  const google = await findStep('Sign in with Google');
  expect(google.getByText('Set up.')).toBeVisible();
  expect(google.queryByRole('button')).toBeNull();
});

test('no two buttons have the same name, whether the services are undecided or not used', async () => {
  const NOT_USED = { google: 'NOT_USED', gain: 'NOT_USED', social: 'NOT_USED', chat: 'NOT_USED' } as const;
  for (const services of [EMPTY.services, NOT_USED]) {
    const { unmount } = show(buildFirstStart({ services }));
    await findStep('Gain');
    const names = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names.length).toBeGreaterThan(4);
    expect(names).toEqual([...new Set(names)]);
    unmount();
  }
});

test('the first start can be dismissed once', async () => {
  const { visitor, api } = show();
  await visitor.click(await screen.findByRole('button', { name: 'Dismiss the first start' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss the first start' })).toBeNull());
  expect(api.callsOf(contract.dismissFirstStart)).toHaveLength(1);
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fake, installFakeApi } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { listSecurityEvents, type SecurityEvent } from '../security.calls.ts';
import SecurityLogScreen from './security-log.screen.tsx';
import { readCellsAfterTime } from '../../../../web/testing/table-cells.ts';

const ANA = { id: 7, username: 'ana', email: 'ana@garage.example' };
const SUPPORT = { id: 1, username: 'support', email: 'support@portal.example' };

const entry = (id: number, fields: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id,
  event: 'LOGIN_FAILED',
  reason: 'UNKNOWN_EMAIL',
  actor: null,
  account: null,
  entered: 'stranger@example.org',
  address: '203.0.113.9',
  call: 'POST /api/login',
  detail: '',
  scope: 'ONE',
  times: 1,
  first_at: '2026-11-20T10:05:00.000Z',
  last_at: '2026-11-20T10:15:00.000Z',
  ...fields,
});
const page = (events: SecurityEvent[], next_cursor: string | null = null) => ({
  events,
  next_cursor,
  totals: { matching: events.length, is_exact: true },
  stored_days: 180,
});

const AT = '/admin/security-log';
const show = (at = AT) => renderScreen(<SecurityLogScreen />, { at, path: AT, user: ADMINISTRATOR });
const rows = () => readCellsAfterTime('Security log');

test('every entry shows what happened and why, the account, the actor, the origin and the call', async () => {
  installFakeApi(
    fake(
      listSecurityEvents,
      page([
        entry(6, {
          event: 'ROLE_CHANGED',
          reason: 'BY_ADMINISTRATOR',
          actor: SUPPORT,
          account: ANA,
          entered: '',
          detail: 'CUSTOMER → ADMIN',
        }),
        entry(5, {
          event: 'SESSIONS_ENDED',
          reason: 'ROLE_CHANGED',
          actor: SUPPORT,
          account: ANA,
          entered: '',
          detail: '2',
        }),
        entry(4, { event: 'LOCKED', reason: 'BY_COMMAND', account: ANA, entered: '', address: '', call: '' }),
        entry(3),
        entry(2, {
          event: 'LOGIN_FAILED',
          reason: 'UNKNOWN_EMAIL',
          entered: '',
          call: '',
          scope: 'NETWORK',
          times: 812,
        }),
        entry(1, {
          event: 'LIMITED',
          reason: 'CALL_LIMIT',
          entered: '',
          address: '',
          call: '',
          scope: 'ALL',
          times: 2,
        }),
      ]),
    ),
  );
  show();
  const ANAS = 'anaana@garage.example';
  expect((await rows()).map((cells) => cells.map((text) => text?.replace(/^\d+ times since .*/, '…')))).toEqual([
    ['Role changedby an administrator', ANAS, 'support', '203.0.113.9', 'CUSTOMER → ADMIN'],
    ['Sessions endedthe role was changed', ANAS, 'support', '203.0.113.9', '2 sessions'],
    ['Account lockedon the command line', ANAS, 'Command line', 'Command line', '–'],
    ['Login failedno account has this address', 'stranger@example.org', '–', '203.0.113.9', 'POST /api/login'],
    [
      'Login failedno account has this address',
      'Several accounts',
      '–',
      '203.0.113.9',
      'Further attempts of this hour',
    ],
    ['Limit reachedtoo many calls', 'Several accounts', '–', 'Several addresses', 'Further attempts of this hour'],
  ]);
  expect(screen.getByText(/812 times since/)).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'ana' })[0]).toHaveAttribute('href', '/admin/edit-user/7');
  expect(screen.getByText(/removed after 180 days/)).toBeVisible();
});

test('event, person, address and days filter the log and are stored in the URL', async () => {
  const api = installFakeApi(fake(listSecurityEvents, page([entry(1)])));
  const { visitor, location } = show();
  await rows();
  await visitor.selectOptions(screen.getByLabelText('Event'), 'Role changed');
  fireEvent.input(screen.getByLabelText('Who'), { target: { value: 'ana@' } });
  fireEvent.input(screen.getByLabelText('IP address'), { target: { value: '203.0.' } });
  fireEvent.input(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
  fireEvent.input(screen.getByLabelText('Until'), { target: { value: '2026-11-20' } });
  expect(location()).toBe(`${AT}?event=ROLE_CHANGED&who=ana%40&address=203.0.&from=2026-11-01&until=2026-11-20`);
  await waitFor(() =>
    expect(api.callsOf(listSecurityEvents).at(-1)?.input).toEqual({
      event: 'ROLE_CHANGED',
      who: 'ana@',
      address: '203.0.',
      from: '2026-10-31T23:00:00.000Z',
      until: '2026-11-20T23:00:00.000Z',
    }),
  );
  expect(api.callsOf(listSecurityEvents)[0]?.input).toEqual({});
});

test('scrolling loads further entries; a filter that matches nothing is cleared by one press', async () => {
  const first = { ...page([entry(2)], 'behind 2'), totals: { matching: 2, is_exact: true } };
  const last = { ...page([entry(1)]), totals: null };
  const api = installFakeApi(fake(listSecurityEvents, ({ cursor }) => (cursor === undefined ? first : last)));
  const { visitor, location } = show(`${AT}?event=LOCKED`);
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  const asked = api.callsOf(listSecurityEvents).map(({ input }) => input);
  expect(asked.at(-1)).toEqual({ event: 'LOCKED', cursor: 'behind 2' });
  api.use(fake(listSecurityEvents, page([])));
  fireEvent.input(screen.getByLabelText('Who'), { target: { value: 'nothing' } });
  await visitor.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(location()).toBe(AT);
  expect(await screen.findByText('Nothing has been recorded yet.')).toBeVisible();
});

test('letters typed inside a text of the filter stay where they were typed', async () => {
  installFakeApi(fake(listSecurityEvents, page([entry(1)])));
  const { visitor, location } = show(`${AT}?who=abc&address=192`);
  for (const name of ['Who', 'IP address']) {
    const field = await screen.findByRole('textbox', { name });
    await visitor.type(field, 'xy', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  }
  expect(screen.getByRole('textbox', { name: 'Who' })).toHaveValue('axybc');
  expect(screen.getByRole('textbox', { name: 'IP address' })).toHaveValue('1xy92');
  expect(location()).toBe(`${AT}?who=axybc&address=1xy92`);
});

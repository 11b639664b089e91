import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import german from '../../../../contract/languages/de.json';
import { setLanguage } from '../../../../web/languages/text.ts';
import { listChanges, type Change } from '../audit.calls.ts';
import AuditScreen from './audit.screen.tsx';
import { readCellsAfterTime } from '../../../../web/testing/table-cells.ts';

const change = (id: number, fields: Partial<Change> = {}): Change => ({
  id,
  username: 'support',
  open_user_id: 1,
  origin: null,
  kind: 'BALANCE',
  subject: 'USER',
  subject_id: 7,
  is_gone: false,
  subject_name: 'ana',
  field: null,
  old_value: '100.00',
  new_value: '120.50',
  created_at: '2026-11-20T10:15:00.000Z',
  ...fields,
});
const people = [
  { id: 1, username: 'support' },
  { id: 2, username: 'marko' },
];
const page = (changes: Change[], next_cursor: string | null = null) => ({
  changes,
  next_cursor,
  totals: { matching: changes.length, is_exact: true },
  people,
});

const AT = '/admin/audit';
const show = (at = AT) => renderScreen(<AuditScreen />, { at, path: AT, user: ADMINISTRATOR });
const rows = () => readCellsAfterTime('Audit list');

test('amounts have the decimal sign of the language', async () => {
  await setLanguage('de', german);
  installFakeApi(fake(listChanges, page([change(1)])));
  show();
  expect(await screen.findByText('120,50')).toBeVisible();
  expect(screen.getByText('100,00')).toBeVisible();
  await setLanguage('en', {});
});

test('every entry shows who changed what, the old and new values, and a link to the changed record', async () => {
  installFakeApi(
    fake(
      listChanges,
      page([
        change(6, {
          kind: 'ROLE',
          subject: 'STAFF_ROLE',
          subject_name: 'Night shift',
          field: 'capabilities',
          old_value: null,
          new_value: 'users.change',
        }),
        change(5, {
          kind: 'DELETED',
          is_gone: true,
          subject: 'FILE',
          subject_id: 17,
          subject_name: '100017',
          old_value: 'golf.bin',
          new_value: null,
        }),
        change(4, {
          kind: 'SOLUTION',
          subject: 'SOLUTION',
          subject_name: 'Stage 1',
          field: 'order_no',
          old_value: '1',
          new_value: '2',
        }),
        change(3, {
          username: null,
          kind: 'FEASIBILITY',
          subject: 'FILE',
          subject_id: 9,
          subject_name: '100009',
          old_value: null,
          new_value: 'NOT_POSSIBLE',
        }),
        change(2, {
          kind: 'CREATED',
          subject: 'SOLUTION_IMAGE',
          subject_name: 'dpf.png',
          old_value: null,
          new_value: null,
        }),
        change(1),
      ]),
    ),
  );
  show();
  expect(await rows()).toEqual([
    ['support', 'Staff roleNight shift', 'Role: capabilities', '–users.change'],
    ['support', 'File100017', 'Deleted', 'golf.bin'],
    ['support', 'SolutionStage 1', 'Solution: order no', '12'],
    ['The portal', 'File100009', 'Feasible', '–NOT POSSIBLE'],
    ['support', 'Solution imagedpf.png', 'Added', '–'],
    ['support', 'Userana', 'Credit Balance', '100.00120.50'],
  ]);
  const findLink = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');
  expect([findLink('ana'), findLink('100009'), findLink('Stage 1'), findLink('Night shift')]).toEqual([
    '/admin/edit-user/7',
    '/admin/view-file/9',
    '/admin/edit-solution/7',
    '/admin/staff-roles',
  ]);
  expect(screen.queryByRole('link', { name: '100017' })).not.toBeInTheDocument();
});

test('person, kind, name and days filter the list and are stored in the URL', async () => {
  const api = installFakeApi(fake(listChanges, page([change(1)])));
  const { visitor, location } = show();
  await rows();
  await visitor.selectOptions(screen.getByLabelText('Who'), 'marko');
  await visitor.selectOptions(screen.getByLabelText('Change'), 'Price');
  fireEvent.input(screen.getByLabelText('Record'), { target: { value: 'Stage' } });
  fireEvent.input(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
  fireEvent.input(screen.getByLabelText('Until'), { target: { value: '2026-11-20' } });
  expect(location()).toBe(`${AT}?person=2&kind=PRICE&about=Stage&from=2026-11-01&until=2026-11-20`);
  await waitFor(() =>
    expect(api.callsOf(listChanges).at(-1)?.input).toEqual({
      person: '2',
      kind: 'PRICE',
      about: 'Stage',
      from: '2026-10-31T23:00:00.000Z',
      until: '2026-11-20T23:00:00.000Z',
    }),
  );
  expect(api.callsOf(listChanges)[0]?.input).toEqual({});
});

test('scrolling loads further entries, each page once, after those already shown', async () => {
  const [newest, oldest] = [change(2, { subject_name: 'newest' }), change(1, { subject_name: 'oldest' })];
  const first = { ...page([newest], 'behind 2'), totals: { matching: 2, is_exact: true } };
  const last = { ...page([oldest]), totals: null, people: null };
  const api = installFakeApi(fake(listChanges, ({ cursor }) => (cursor === undefined ? first : last)));
  show();
  await waitFor(async () => expect((await rows()).map(([, what]) => what)).toEqual(['Usernewest', 'Useroldest']));
  expect(screen.getByLabelText('Who')).toHaveTextContent('marko');
  const cursors = api.callsOf(listChanges).map(({ input }) => input.cursor);
  expect(cursors.filter((cursor) => cursor !== undefined)).toEqual(['behind 2']);
});

test('an empty list shows a message; if a filter emptied it, one press clears the filter', async () => {
  installFakeApi(fake(listChanges, page([])));
  const { visitor, location, unmount } = show(`${AT}?kind=ROLE`);
  await visitor.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(location()).toBe(AT);
  unmount();
  show(`${AT}?kind=NONSENSE&from=yesterday&person=x`);
  expect(await screen.findByText('Nothing has been changed yet.')).toBeVisible();
});

test('Retry loads a list that failed to load', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const api = installFakeApi(fake(listChanges, no(500)));
  const { visitor } = show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.use(fake(listChanges, page([change(1)])));
  await visitor.click(retry);
  expect(await rows()).toHaveLength(1);
});

test('letters typed inside the name of the record stay where they were typed', async () => {
  installFakeApi(fake(listChanges, page([change(1)])));
  const { visitor, location } = show(`${AT}?about=abc`);
  const field = await screen.findByLabelText('Record');
  await visitor.type(field, 'xy', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(field).toHaveValue('axybc');
  expect(location()).toBe(`${AT}?about=axybc`);
});

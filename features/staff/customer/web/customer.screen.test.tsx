import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { expectDraft } from '../../../../web/testing/leaving-check.ts';
import { exampleReply } from '../../../../web/testing/example-reply.ts';
import { fake, installFakeApi, no } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { getUser } from '../../../accounts/accounts.calls.ts';
import { endUserSession } from '../../../accounts/user-sessions.calls.ts';
import { addNote, deleteNote, getInternals, listTags, setTags } from '../../notes/notes.calls.ts';
import { getCustomerOverview, type CustomerOverview } from '../customer-page.calls.ts';
import { exampleUser } from '../../../../web/testing/user-examples.ts';
import CustomerScreen from './customer.screen.tsx';

const ANA = { ...exampleUser(), balance_version: '4.1' };
const SESSION = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-27T08:00:00Z',
  last_seen_at: null,
  last_used_at: '2026-11-20T09:00:00Z',
  is_same_connection: null,
  address: '203.0.113.7',
  browser: 'Firefox, Linux',
  is_continued: false,
  is_current: false,
};
const NOTE = {
  id: 3,
  note: 'Pays by bank transfer',
  author: 'blagoja',
  open_user_id: 2,
  created_at: '2026-11-20T08:00:00Z',
};

function open(user = ANA) {
  // In an example, all rows of a list have the same id.
  const example = exampleReply(getCustomerOverview) as CustomerOverview;
  const cut = Object.entries(example).map(([name, part]) => [name, Array.isArray(part) ? part.slice(0, 1) : part]);
  const overview = { ...(Object.fromEntries(cut) as CustomerOverview), sessions: [SESSION] };
  const api = installFakeApi(
    fake(getUser, user),
    fake(getCustomerOverview, { ...overview, all_files: 31, open_files: 4 }),
    fake(endUserSession, { message: 'done' }),
    fake(getInternals, { notes: [NOTE], tags: [{ id: 1, name: 'VIP' }] }),
    fake(listTags, [
      { id: 1, name: 'VIP' },
      { id: 2, name: 'Dealer' },
    ]),
    fake(addNote, NOTE),
    fake(deleteNote, { message: 'done' }),
    fake(setTags, { tags: [] }),
  );
  const at = { at: `/admin/edit-user/${ANA.id}`, path: '/admin/edit-user/:id', user: ADMINISTRATOR };
  return { api, ...renderScreen(<CustomerScreen />, at) };
}

const region = (name: string | RegExp) => screen.findByRole('region', { name });

test('the page of a user has the form, and below it the newest rows of each list with a link to all', async () => {
  open();
  expect(await screen.findByLabelText('Phone')).toBeInTheDocument();
  const files = await region('Files: 4 open');
  await waitFor(() => expect(within(files).getByRole('link', { name: 'All (31)' })).toBeInTheDocument());
  const targets = await Promise.all(
    (
      [
        ['Files: 4 open', /^All/],
        [/^Tickets/, /^All/],
        ['Ledger', /Statement/],
        ['Payments', /^All/],
      ] as const
    ).map(async ([name, link]) =>
      within(await region(name))
        .getByRole('link', { name: link })
        .getAttribute('href'),
    ),
  );
  expect(targets).toEqual([
    `/admin/all-files?customer=${ANA.id}`,
    `/admin/all-tickets?customer=${ANA.id}`,
    `/admin/credits-statement/${ANA.id}`,
    `/admin/payments?show=all&customer=${ANA.id}`,
  ]);
  const log = within(await region(/^Recent logins/)).getByRole('link', { name: 'Security log' });
  expect(log).toHaveAttribute('href', `/admin/security-log?who=${encodeURIComponent(ANA.email)}`);
});

test('a colleague’s page has no lists of orders and money, which are the customer’s', async () => {
  open({ ...ANA, company_id: 2, company_name: 'Auto Hristov' });
  expect(await region('Devices')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Colleague of Auto Hristov' })).toHaveAttribute('href', '/admin/edit-user/2');
  for (const name of [/^Files/, /^Tickets/, 'Ledger', 'Payments', 'Credits'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Statement of credits' })).toBeNull();
});

test('a device is logged out with its button', async () => {
  const { api, visitor } = open();
  const devices = await region('Devices');
  await visitor.click(await within(devices).findByRole('button', { name: 'Log out' }));
  await waitFor(() =>
    expect(api.callsOf(endUserSession)[0]?.input).toEqual({ id: String(ANA.id), session: SESSION.id }),
  );
});

test('a note is added, and a failure keeps the text that was typed', async () => {
  const { api, visitor } = open();
  const notes = await region('Internal notes and tags');
  const box = within(notes).getByLabelText('New note');
  api.use(fake(addNote, no(400, 'There are too many notes here.')));
  await visitor.type(box, 'Calls on Mondays');
  await visitor.click(within(notes).getByRole('button', { name: 'Add note' }));
  expect(await within(notes).findByText('There are too many notes here.')).toBeInTheDocument();
  expect(box).toHaveValue('Calls on Mondays');
  api.use(fake(addNote, NOTE));
  await visitor.click(within(notes).getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(box).toHaveValue(''));
});

test('a note is deleted only after confirmation', async () => {
  const { api, visitor } = open();
  const notes = await region('Internal notes and tags');
  await visitor.click(await within(notes).findByRole('button', { name: 'Delete note' }));
  expect(api.callsOf(deleteNote)).toHaveLength(0);
  const dialog = await screen.findByRole('alertdialog');
  await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.callsOf(deleteNote)[0]?.input).toEqual({ id: String(NOTE.id) }));
});

test('a tag is added to the existing ones, and removed', async () => {
  const { api, visitor } = open();
  const notes = await region('Internal notes and tags');
  await visitor.type(await within(notes).findByLabelText('Add a tag'), 'Dealer');
  await visitor.click(within(notes).getByRole('button', { name: 'Add a tag' }));
  await waitFor(() => expect(api.callsOf(setTags)[0]?.input).toMatchObject({ tags: ['VIP', 'Dealer'] }));
  await visitor.click(within(notes).getByRole('button', { name: 'Remove the tag VIP' }));
  await waitFor(() => expect(api.callsOf(setTags)[1]?.input).toMatchObject({ tags: [] }));
});

test('a tag that a colleague has added meanwhile stays', async () => {
  const { api, visitor } = open();
  const notes = await region('Internal notes and tags');
  await within(notes).findByText('VIP');
  api.use(
    fake(getInternals, {
      notes: [],
      tags: [
        { id: 1, name: 'VIP' },
        { id: 2, name: 'Fraud suspected' },
      ],
    }),
  );
  await visitor.click(within(notes).getByRole('button', { name: 'Remove the tag VIP' }));
  await waitFor(() => expect(api.callsOf(setTags)[0]?.input).toMatchObject({ tags: ['Fraud suspected'] }));
});

test('a note that is not added yet is restored after a visit to another screen', async () => {
  const shown = open();
  const box = async () => within(await region('Internal notes and tags')).getByLabelText('New note');
  await expectDraft(shown, {
    of: 'features/staff/notes/web/internal-notes.tsx',
    change: async () => shown.visitor.type(await box(), 'Calls on Mondays'),
    isThere: async () => expect(await box()).toHaveValue('Calls on Mondays'),
  });
});

test('the confirmation before deleting a note is an accessible dialog', async () => {
  const { visitor } = open();
  await screen.findByRole('button', { name: 'Delete note' });
  const opener = () => screen.getByRole('button', { name: 'Delete note' });
  const of = 'features/staff/notes/web/internal-notes.tsx';
  await expectSoundDialog({ of, visitor, name: 'Delete note', role: 'alertdialog', opener });
});

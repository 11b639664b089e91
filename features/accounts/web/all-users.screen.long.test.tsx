import { screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { FakeNo, fake, fakeFile, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { readPage } from '../../../web/testing/fake-list.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { exampleUser } from '../../../web/testing/user-examples.ts';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import { shownMessages } from '../../../web/testing/shown-messages.ts';
import { readColumn, readTexts } from '../../../web/testing/table-cells.ts';
import { deleteUser, downloadUsersCsv, getUser, listUsers, updateUser } from '../accounts.calls.ts';
import type { User } from '../user.ts';
import { createUser, getLeftovers } from '../user-creation.calls.ts';
import { listTags } from '../../staff/notes/notes.calls.ts';
import { listCountryChanges } from '../account-changes.calls.ts';
import AllUsers from './all-users.screen.tsx';

const NO_COUNTRY_CHANGES = fake(listCountryChanges, { changes: [], total: 0 });

const ANA = exampleUser();
const LEFT = { open_files: 2, open_tickets: 1, credit_balance: 40, ai_credit_balance: 0, seen: '2.1.5.0' };
const BORIS: User = {
  ...ANA,
  id: 8,
  username: 'boris',
  email: 'boris@example.com',
  status: 'DEACTIVE',
  credit_balance: 9,
};
const SUPPORT: User = { ...ANA, id: 1, username: 'support', email: 's@example.com', role: 'ADMIN', credit_balance: 0 };

const fakeUsers = (users: readonly User[]) =>
  fake(listUsers, (asked) =>
    readPage(users, asked, {
      texts: ({ username, email }) => [username, email],
      begins: ({ role, status }) => [role, status],
      filters: ['role', 'status'],
      sortValues: { credits: (user) => user.credit_balance ?? 0 },
    }),
  );

function open({ at = '/admin/all-users', users = [ANA, BORIS, SUPPORT] } = {}) {
  const api = installFakeApi(
    NO_COUNTRY_CHANGES,
    fakeUsers(users),
    fake(deleteUser, { message: 'User deleted successfully!' }),
    fake(getLeftovers, LEFT),
    fake(listTags, []),
  );
  return { ...renderScreen(<AllUsers />, { at, user: ADMINISTRATOR }), api };
}

const shownNames = () => readColumn(0);
const search = () => screen.getByRole('searchbox');

test('without the right to see balances, the list has no columns of credits and no button that adds them', async () => {
  const hidden = { ...ANA, credit_balance: null, ai_credit_balance: null };
  installFakeApi(fakeUsers([hidden]), fake(listTags, []));
  const reader = { ...ADMINISTRATOR, staff_capabilities: ['admin-area.open' as const, 'users.read-all' as const] };
  renderScreen(<AllUsers />, { at: '/admin/all-users', user: reader });
  expect(await screen.findByText('ana')).toBeVisible();
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers).toContain('Country');
  expect(headers.filter((text) => /credit/i.test(text))).toEqual([]);
  expect(screen.queryByRole('button', { name: /Add credits/ })).toBeNull();
  // What a reader may open is the row; there is nothing to edit, add or delete.
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Edit / })).toBeNull();
});

test.each([1366, 360])(
  'at %i px a colleague has no balance, but the customer whose colleague they are',
  async (width) => {
    setScreenWidth(width);
    const colleague = { ...ANA, id: 9, username: 'goran', credit_balance: 0, company_id: ANA.id, company_name: 'ana' };
    open({ users: [colleague] });
    const link = await screen.findByRole('link', { name: 'goran' });
    const row = link.closest(width < 640 ? 'li' : 'tr') as HTMLElement;
    expect(row).toHaveTextContent('Colleague of ana');
    expect(row).not.toHaveTextContent('0.00');
  },
);

describe('credits in a row', () => {
  const dialog = () => screen.getByRole('dialog', { name: 'Add credits to ana' });
  const of = 'features/accounts/web/add-credits-dialog.tsx';
  const openRow = async () => {
    const shown = open();
    const editable = { ...ANA, balance_version: '3.1' };
    shown.api.use(fake(getUser, editable), fake(updateUser, { ...editable, credit_balance: 265 }));
    const button = await screen.findByRole('button', { name: 'Add credits to ana' });
    return { ...shown, press: () => shown.visitor.click(button) };
  };

  test('are added with a reason in one dialog, which names the balance afterwards', async () => {
    const { visitor, api, press } = await openRow();
    await press();
    await screen.findByRole('dialog');
    expect(within(dialog()).getByLabelText(/Credits to add/)).toHaveFocus();
    await visitor.keyboard('25');
    await visitor.click(within(dialog()).getByRole('button', { name: 'Add credits' }));
    expect(await within(dialog()).findByText('Please write why the balance is changed.')).toBeVisible();
    expect(within(dialog()).getByText('Balance afterwards: 265.00 CRS')).toBeVisible();
    await visitor.type(within(dialog()).getByLabelText(/Reason/), 'Bank transfer');
    await visitor.click(within(dialog()).getByRole('button', { name: 'Add credits' }));
    await waitFor(() => expect(shownMessages()).toEqual(['success: ana now has 265.00 CRS.']));
    const [sent] = api.callsOf(updateUser);
    expect(sent?.input).toMatchObject({ credit_balance: 265, ai_credit_balance: 30.5, balance_version: '3.1' });
    expect(sent?.input).toMatchObject({ balance_reason: 'Bank transfer', role: 'CUSTOMER', status: 'ACTIVE' });
  });

  test('ask before they are discarded, in an accessible dialog', async () => {
    const shown = await openRow();
    const opener = () => screen.getByRole('button', { name: 'Add credits to ana' });
    await expectSoundDialog({ of, visitor: shown.visitor, name: 'Add credits to ana', opener });
    await expectGuarded(shown, {
      of: 'features/accounts/web/add-credits-dialog.tsx',
      change: async () => {
        await shown.press();
        await screen.findByRole('dialog');
        await shown.visitor.keyboard('25');
      },
    });
  });
});

describe('the list', () => {
  test(
    'has the columns Username, Email, Country, Phone, both balances, Role, Status and Actions',
    { tags: ['A-USR-03', 'X-API-32'] },
    async () => {
      open();
      const row = await screen.findByRole('row', { name: /ana@petrova/ });
      expect(readTexts(screen.getAllByRole('columnheader'))).toEqual([
        'Username',
        'Email',
        'Country',
        'Phone',
        'Credit Balance',
        'AI Credit Balance',
        'Role',
        'Status',
        'Actions',
      ]);
      const cells = readTexts(within(row).getAllByRole('cell'));
      expect(cells.slice(0, 8)).toEqual([
        'ana',
        'ana@petrova-tuning.mk',
        'North Macedonia',
        '+389 70 111 222',
        '240.00',
        '30.50',
        'CUSTOMER',
        'ACTIVE',
      ]);
    },
  );

  test('every row links to /admin/edit-user/{id}', { tags: ['A-USR-04'] }, async () => {
    open();
    expect(await screen.findByRole('link', { name: 'Edit boris' })).toHaveAttribute('href', '/admin/edit-user/8');
    expect(screen.getByRole('link', { name: 'boris' })).toHaveAttribute('href', '/admin/edit-user/8');
  });

  test('totals count users by status, and administrators, and filter the list', { tags: ['A-USR-02'] }, async () => {
    const { visitor, location } = open();
    await screen.findByText('ana');
    const totals = within(screen.getByRole('list', { name: 'Totals' })).getAllByRole('button');
    expect(readTexts(totals)).toEqual(['Total Users 3', 'Active 2', 'Deactive 1', 'Admins 1']);
    await visitor.click(screen.getByRole('button', { name: 'Deactive 1' }));
    await waitFor(() => expect(shownNames()).toEqual(['boris']));
    expect(location()).toBe('/admin/all-users?status=DEACTIVE');
    await visitor.click(screen.getByRole('button', { name: 'Total Users 3' }));
    await waitFor(() => expect(shownNames()).toHaveLength(3));
  });

  test('has rows of two lines below 640 px, which link to the user', async () => {
    setScreenWidth(360);
    open();
    const link = await screen.findByRole('link', { name: 'ana' });
    const row = link.closest('li') as HTMLElement;
    expect(link).toHaveAttribute('href', '/admin/edit-user/7');
    expect(row).toHaveTextContent('anaACTIVE');
    expect(row).toHaveTextContent(ANA.email);
    expect(within(row).getByRole('button', { name: 'Delete ana' })).toBeInTheDocument();
  });
});

test('of very many users only a screenful is rendered, but all are searched, sorted and counted', async () => {
  const users = Array.from({ length: 2000 }, (_, at): User => ({ ...ANA, id: 5000 - at, username: `user${at}` }));
  const { visitor } = open({ users });
  await screen.findByText('user0');
  expect(shownNames().length).toBeLessThan(100);
  expect(await screen.findByRole('button', { name: 'Total Users 2000' })).toBeInTheDocument();
  await visitor.click(search());
  await visitor.paste('user1999');
  await waitFor(() => expect(shownNames()).toEqual(['user1999']));
});

describe('search and order', { tags: ['A-USR-01'] }, () => {
  test.each([
    ['by username', 'bor', ['boris']],
    ['by email', 'petrova-tuning', ['ana']],
    ['by role', 'admin', ['support']],
    ['by status, where "active" is not "deactive"', 'active', ['ana', 'support']],
    ['by several words that all must fit', 'customer deactive', ['boris']],
  ])('%s', async (_, text, names) => {
    const { visitor } = open();
    await screen.findByText('ana');
    await visitor.type(search(), text);
    await waitFor(() => expect(shownNames()).toEqual(names));
  });

  test('are part of the address, so that a link shows the same list', async () => {
    const { visitor, location } = open({ at: '/admin/all-users?q=a&role=CUSTOMER&sort=-credits' });
    await screen.findByText('ana');
    expect(search()).toHaveValue('a');
    await waitFor(() => expect(shownNames()).toEqual(['ana', 'boris']));
    await visitor.click(screen.getByRole('button', { name: 'Credit Balance' }));
    await waitFor(() => expect(shownNames()).toEqual(['boris', 'ana']));
    await visitor.clear(search());
    await waitFor(() => expect(location()).toBe('/admin/all-users?role=CUSTOMER&sort=credits'));
  });

  test('a link from elsewhere overrides what was typed before', async () => {
    installFakeApi(NO_COUNTRY_CHANGES, fakeUsers([ANA, BORIS, SUPPORT]));
    const link = (
      <Link key="link" to="/admin/all-users?q=boris">
        only Boris
      </Link>
    );
    const { visitor } = renderScreen([link, <AllUsers key="screen" />], { user: ADMINISTRATOR });
    await screen.findByText('ana');
    await visitor.type(search(), 'ana');
    await visitor.click(screen.getByText('only Boris'));
    expect(search()).toHaveValue('boris');
    await waitFor(() => expect(shownNames()).toEqual(['boris']));
  });
});

test('the CSV has the rows that are shown, in the order shown', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = () => 'blob:csv';
  const { visitor, api } = open({ at: '/admin/all-users?role=CUSTOMER&sort=credits' });
  api.use(fake(downloadUsersCsv, fakeFile('users-2026-03-02.csv', new TextEncoder().encode('Username'))));
  await screen.findByText('boris');
  await visitor.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(api.callsOf(downloadUsersCsv)).toHaveLength(1));
  expect(api.callsOf(downloadUsersCsv)[0]?.input).toEqual({ role: 'CUSTOMER', sort: 'credits', order: 'asc' });
});

describe('the states of the list', () => {
  test('an empty list shows "No users found."', async () => {
    open({ users: [] });
    expect(await screen.findByText('No users found.')).toBeInTheDocument();
  });

  test('a list that cannot be loaded shows the failure and loads on Retry', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(NO_COUNTRY_CHANGES, fake(listUsers, no(500)));
    const { visitor } = renderScreen(<AllUsers />, { user: ADMINISTRATOR });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fakeUsers([BORIS]));
    await visitor.click(retry);
    expect(await screen.findByText('boris')).toBeInTheDocument();
  });

  test('a search without a match repeats the search text and is cleared with one click', async () => {
    const { visitor } = open();
    await screen.findByText('ana');
    await visitor.type(search(), 'zzz');
    expect(await screen.findByText('No results for “zzz”')).toBeInTheDocument();
    await visitor.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement);
    expect(search()).toHaveValue('');
    await waitFor(() => expect(shownNames()).toHaveLength(3));
  });

  test('a filter without a match shows "No results" with its value and is cleared by one press', async () => {
    const { visitor, location } = open({ users: [ANA], at: '/admin/all-users?status=DEACTIVE' });
    expect(await screen.findByText('No results for “DEACTIVE”')).toBeInTheDocument();
    await visitor.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(location()).toBe('/admin/all-users');
  });
});

describe('deleting', () => {
  async function ask(name = 'boris') {
    const shown = open();
    await shown.visitor.click(await screen.findByRole('button', { name: `Delete ${name}` }));
    const dialog = screen.getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' });
    return { ...shown, dialog };
  }

  test('asks first, names the user and focuses Cancel', { tags: ['A-USR-05', 'A-USR-06', 'G-42'] }, async () => {
    const { dialog, visitor, api } = await ask();
    expect(dialog).toHaveTextContent('boris (boris@example.com)');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await visitor.keyboard('{Enter}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(api.callsOf(deleteUser)).toHaveLength(0);
  });

  test('shows "User deleted successfully!" and reloads the list', { tags: ['A-USR-M02', 'X-ERR-43'] }, async () => {
    const { dialog, visitor, api } = await ask();
    api.use(fakeUsers([ANA, SUPPORT]));
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownMessages()).toEqual(['success: User deleted successfully!']));
    expect(api.callsOf(deleteUser)[0]?.input).toEqual({ id: '8', seen: LEFT.seen });
    await waitFor(() => expect(shownNames()).toEqual(['ana', 'support']));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('shows what the account would leave behind, and later changes before it is confirmed again', async () => {
    const { dialog, visitor, api } = await ask();
    expect(await within(dialog).findByText('2 open files')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('1 open ticket');
    expect(dialog).toHaveTextContent('40.00 CRS');
    const changed = new FakeNo(400, { code: 'accounts.leftovers_changed', message: 'Something has changed.' });
    api.use(fake(deleteUser, changed), fake(getLeftovers, { ...LEFT, open_files: 3, seen: '3.1.5.0' }));
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('3 open files')).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Something has changed.');
    api.use(fake(deleteUser, { message: 'User deleted successfully!' }));
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(api.callsOf(deleteUser).at(-1)?.input).toEqual({ id: '8', seen: '3.1.5.0' }));
  });

  test('failure shows "Failed to delete user" and the dialog stays', { tags: ['A-USR-M01', 'X-ERR-42'] }, async () => {
    const { dialog, visitor, api } = await ask();
    api.use(fake(deleteUser, no(500)));
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownMessages()).toEqual(['error: Failed to delete user']));
    expect(dialog).toBeInTheDocument();
  });

  test('a refusal also shows its reason', async () => {
    const { dialog, visitor, api } = await ask('support');
    api.use(fake(deleteUser, no(400, 'You cannot delete your own account.')));
    await visitor.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('You cannot delete your own account.')).toBeInTheDocument();
    expect(shownMessages()).toEqual(['error: Failed to delete user']);
  });
});

test('the dialog before a user is deleted meets the ARIA practices', async () => {
  const { visitor } = open();
  await screen.findByRole('row', { name: /ana@petrova/ });
  const opener = () => screen.getByRole('button', { name: /^Delete ana/ });
  const of = 'features/accounts/web/all-users.screen.tsx';
  const name = 'Are you sure you want to delete this user?';
  await expectSoundDialog({ of, visitor, name, role: 'alertdialog', opener });
});

describe('adding a user', () => {
  async function fillIn() {
    const shown = open();
    await shown.visitor.click(await screen.findByRole('button', { name: 'Add a user' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a user' });
    await shown.visitor.type(within(dialog).getByLabelText(/^Username/), 'vardar');
    await shown.visitor.type(within(dialog).getByLabelText(/^Full Name/), 'Vardar Chip');
    await shown.visitor.type(within(dialog).getByLabelText(/^Email/), 'vardar@example.com');
    return { ...shown, dialog };
  }

  test('sends an invitation by mail', async () => {
    const { api, visitor, dialog } = await fillIn();
    api.use(fake(createUser, { id: 9, email: 'vardar@example.com', password: null }));
    await visitor.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(shownMessages()).toEqual(['success: The invitation was sent to vardar@example.com.']));
    expect(api.callsOf(createUser)[0]?.input).toMatchObject({ username: 'vardar', role: 'CUSTOMER', invite: true });
  });

  test('shows a password that was made, once', async () => {
    const { api, visitor, dialog } = await fillIn();
    api.use(fake(createUser, { id: 9, email: 'vardar@example.com', password: 'kY3-shown-once' }));
    await visitor.selectOptions(within(dialog).getByLabelText('How the user logs in'), 'password');
    await visitor.click(within(dialog).getByRole('button', { name: 'Add a user' }));
    expect(await within(dialog).findByText('kY3-shown-once')).toBeInTheDocument();
    expect(api.callsOf(createUser)[0]?.input).toMatchObject({ invite: false });
    await visitor.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(screen.queryByText('kY3-shown-once')).not.toBeInTheDocument();
    await visitor.click(screen.getByRole('button', { name: 'Add a user' }));
    expect(await screen.findByLabelText(/^Username/)).toHaveValue('');
    expect(screen.queryByText('kY3-shown-once')).not.toBeInTheDocument();
  });

  test('shows an error at its field, and nothing typed is lost', async () => {
    const { api, visitor, dialog } = await fillIn();
    api.use(fake(createUser, no(400, 'This address has an account.', 'email')));
    await visitor.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    expect(await within(dialog).findByText('This address has an account.')).toBeInTheDocument();
    expect(within(dialog).getByLabelText(/^Username/)).toHaveValue('vardar');
  });

  test('asks before discarding what was typed, and meets the ARIA practices', async () => {
    const of = 'features/accounts/web/create-user-dialog.tsx';
    const shown = open();
    const opener = () => screen.getByRole('button', { name: 'Add a user' });
    await screen.findByRole('button', { name: 'Add a user' });
    await expectSoundDialog({ of, visitor: shown.visitor, name: 'Add a user', opener });
    await expectGuarded(shown, {
      of: 'features/accounts/web/create-user-dialog.tsx',
      change: async () => {
        await shown.visitor.click(opener());
        const dialog = await screen.findByRole('dialog', { name: 'Add a user' });
        await shown.visitor.type(within(dialog).getByLabelText(/^Username/), 'vardar');
      },
    });
  });
});

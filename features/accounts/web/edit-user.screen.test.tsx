import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { FakeNo, fake, installFakeApi, no, refused } from '../../../web/testing/fake-api.ts';
import { Refusal } from '../../../contract/refusal.ts';
import { onOldSignIn } from '../../../web/client/call.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import { exampleUser } from '../../../web/testing/user-examples.ts';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import { getUser, updateUser } from '../accounts.calls.ts';
import type { Capability } from '../../../contract/capabilities.ts';
import { listStaffRoles } from '../staff-roles/staff-roles.calls.ts';
import type { EditableUser } from '../user.ts';
import EditUser from './edit-user.screen.tsx';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';
import { readTexts } from '../../../web/testing/table-cells.ts';

const ANA: EditableUser = { ...exampleUser(), balance_version: '4.1' };

const MOVED = new FakeNo(400, {
  code: 'credits.balance_changed',
  message: 'The balance changed while you were editing (now 180.00). Please reload.',
  field: 'credit_balance',
});

const TUNER = { id: 3, name: 'TUNER', capabilities: [], is_built_in: true, users: 1 };

async function open(changes: Partial<EditableUser> = {}, roles = fake(listStaffRoles, [TUNER])) {
  const api = installFakeApi(fake(getUser, { ...ANA, ...changes }), fake(updateUser, ANA), roles);
  const shown = renderScreen(<EditUser />, {
    at: '/admin/edit-user/7',
    path: '/admin/edit-user/:id',
    user: ADMINISTRATOR,
  });
  await screen.findByLabelText('Phone');
  const { visitor } = shown;
  const fill = async (label: RegExp, text: string) => {
    await visitor.clear(screen.getByLabelText(label));
    await visitor.type(screen.getByLabelText(label), text);
  };
  return { ...shown, api, fill, save: () => visitor.click(screen.getByRole('button', { name: 'Save' })) };
}

const balance = () => screen.getByLabelText(/^Credit Balance/);
const messages = () => recentMessages.list().map(({ text }) => text);

const showTo = (staff_capabilities: Capability[]) =>
  renderScreen(<EditUser />, {
    at: '/admin/edit-user/7',
    path: '/admin/edit-user/:id',
    user: { ...ADMINISTRATOR, staff_capabilities },
  });

test('who may only read users sees no “Edit User”, before the user is there and after it', async () => {
  installFakeApi(fake(getUser, ANA));
  showTo(['admin-area.open', 'users.read-all']);
  const title = () => screen.getByRole('heading', { level: 1 });
  expect(title()).toHaveTextContent(/^User$/);
  await waitFor(() => expect(title()).toHaveTextContent(ANA.username));
  expect(screen.queryByText(/Edit User/)).toBeNull();
});

describe('the staff role', () => {
  test('is chosen for administrators only, and what follows for the session is said before saving', async () => {
    const { api, save, visitor } = await open({ role: 'ADMIN' });
    await waitFor(() => expect(screen.getByLabelText('Staff role')).toHaveDisplayValue('None: may do everything'));
    await waitFor(() => expect(within(screen.getByLabelText('Staff role')).getAllByRole('option')).toHaveLength(2));
    await visitor.selectOptions(screen.getByLabelText('Staff role'), 'TUNER');
    expect(screen.getByText(/has the new role at the next login/)).toBeVisible();
    await save();
    await waitFor(() => expect(api.callsOf(updateUser)[0]?.input).toMatchObject({ role: 'ADMIN', staff_role_id: 3 }));
  });

  test('alone gives no rights to an account that a colleague has made a customer meanwhile', async () => {
    const { api, save, visitor } = await open({ role: 'ADMIN' });
    await waitFor(() => expect(within(screen.getByLabelText('Staff role')).getAllByRole('option')).toHaveLength(2));
    await visitor.selectOptions(screen.getByLabelText('Staff role'), 'TUNER');
    api.use(fake(getUser, ANA));
    await save();
    await waitFor(() => expect(api.callsOf(updateUser)[0]?.input).toMatchObject({ role: 'CUSTOMER' }));
  });

  test('that was chosen for a moment is not sent', async () => {
    const { api, save, visitor } = await open();
    await visitor.selectOptions(screen.getByLabelText('Role'), 'ADMIN');
    await waitFor(() => expect(within(screen.getByLabelText('Staff role')).getAllByRole('option')).toHaveLength(2));
    await visitor.selectOptions(screen.getByLabelText('Staff role'), 'TUNER');
    await visitor.selectOptions(screen.getByLabelText('Role'), 'CUSTOMER');
    api.use(fake(getUser, { ...ANA, role: 'ADMIN', staff_role_id: 5 }));
    await save();
    await waitFor(() => expect(api.callsOf(updateUser)[0]?.input).toMatchObject({ role: 'ADMIN', staff_role_id: 5 }));
  });

  test('is not called loading when the list of roles could not be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { save, api } = await open({ role: 'ADMIN', staff_role_id: 3 }, fake(listStaffRoles, no(503)));
    await waitFor(() => expect(screen.getByLabelText('Staff role')).toHaveAccessibleDescription('Could not load.'));
    expect(screen.getByLabelText('Staff role')).toHaveDisplayValue('–');
    expect(screen.queryByText('Loading...')).toBeNull();
    await save();
    await waitFor(() => expect(api.callsOf(updateUser)[0]?.input).toMatchObject({ staff_role_id: 3 }));
  });

  test('stays when something else is changed', async () => {
    const { api, fill, save } = await open({ role: 'ADMIN', staff_role_id: 3 });
    await waitFor(() => expect(screen.getByLabelText('Staff role')).toHaveDisplayValue('TUNER'));
    await fill(/Phone/, '+49 151 234');
    await save();
    await waitFor(() => expect(api.callsOf(updateUser)[0]?.input).toMatchObject({ staff_role_id: 3 }));
  });

  test('goes with the role', async () => {
    const { api, save, visitor } = await open({ role: 'ADMIN', staff_role_id: 3 });
    await visitor.selectOptions(screen.getByLabelText('Role'), 'CUSTOMER');
    expect(screen.queryByLabelText('Staff role')).toBeNull();
    await save();
    await waitFor(() => expect(api.callsOf(updateUser)[0]?.input).toMatchObject({ staff_role_id: null }));
  });

  test('of the reader decides whether the account can be changed here', async () => {
    installFakeApi(fake(getUser, ANA));
    showTo(['admin-area.open', 'users.read-all', 'balances.read-all']);
    expect(await screen.findByText('240.00 CRS')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test('of the reader decides whether the balances are shown', async () => {
    installFakeApi(fake(getUser, { ...ANA, credit_balance: null, ai_credit_balance: null }));
    showTo(['admin-area.open', 'users.read-all']);
    expect(await screen.findByText('North Macedonia')).toBeVisible();
    expect(screen.queryByText(/Credit Balance/)).toBeNull();
  });
});

describe('the form', () => {
  test(
    'shows the user named in the address',
    { tags: ['A-EDU-01', 'A-EDU-04', 'A-EDU-05', 'A-EDU-06', 'A-EDU-07', 'X-API-33'] },
    async () => {
      const { api } = await open();
      expect(api.callsOf(getUser)[0]?.input).toEqual({ id: '7' });
      expect(screen.getByLabelText('Phone')).toHaveValue('+389 70 111 222');
      expect(screen.getByLabelText('Country')).toHaveValue('North Macedonia');
      expect(balance()).toHaveValue('240.00');
      expect(screen.getByLabelText(/AI Credit Balance/)).toHaveValue('30.50');
    },
  );

  test('username and e-mail cannot be changed', { tags: ['A-EDU-02', 'A-EDU-03', 'X-VAL-22'] }, async () => {
    const { visitor } = await open();
    for (const [label, value] of [
      ['Username', 'ana'],
      ['Email', 'ana@petrova-tuning.mk'],
    ] as const) {
      const input = screen.getByLabelText(label);
      await visitor.type(input, 'x');
      expect(input).toHaveValue(value);
      expect(input).toHaveAttribute('readonly');
    }
  });

  test(
    'roles are CUSTOMER and ADMIN, statuses ACTIVE and DEACTIVE',
    { tags: ['A-EDU-08', 'A-EDU-09', 'A-EDU-10', 'A-EDU-11', 'A-EDU-12', 'A-EDU-13', 'X-STA-05'] },
    async () => {
      await open();
      const listOptions = (label: string) => readTexts(within(screen.getByLabelText(label)).getAllByRole('option'));
      expect(listOptions('Role')).toEqual(['CUSTOMER', 'ADMIN']);
      expect(listOptions('Status')).toEqual(['ACTIVE', 'DEACTIVE']);
    },
  );

  test('the difference is shown before it is posted, to the cent', async () => {
    const { fill } = await open();
    expect(screen.getAllByText('No change: nothing will be posted.')).toHaveLength(2);
    await fill(/^Credit Balance/, '275.10');
    expect(screen.getByText('+35.10 CRS')).toBeInTheDocument();
    await fill(/AI Credit Balance/, '0,5');
    expect(screen.getByText('−30.00 AI credits')).toBeInTheDocument();
  });

  test('a change that ends the user’s sessions is announced before saving', async () => {
    const { visitor } = await open();
    await visitor.selectOptions(screen.getByLabelText('Status'), 'DEACTIVE');
    expect(screen.getByText('On saving, the user is logged out and can no longer log in.')).toBeInTheDocument();
  });
});

describe('saving', () => {
  test(
    'sends the user with the balance version, shows "User updated" and goes to all users',
    { tags: ['A-EDU-14', 'A-EDU-M03', 'X-ERR-54'] },
    async () => {
      const { api, fill, save, visitor, location } = await open();
      await fill(/Phone/, '+49 151 234');
      await visitor.click(screen.getByLabelText('Country'));
      await visitor.click(screen.getByRole('option', { name: /Germany/ }));
      await fill(/^Credit Balance/, '300');
      await fill(/AI Credit Balance/, '12,25');
      await fill(/^Reason for the change/, 'Paid by bank transfer');
      await visitor.selectOptions(screen.getByLabelText('Role'), 'ADMIN');
      await visitor.selectOptions(screen.getByLabelText('Status'), 'DEACTIVE');
      await save();
      await waitFor(() => expect(location()).toBe('/admin/all-users'));
      expect(api.callsOf(updateUser)[0]?.input).toEqual({
        id: '7',
        phone: '+49 151 234',
        country: 'Germany',
        credit_balance: 300,
        ai_credit_balance: 12.25,
        balance_version: '4.1',
        balance_reason: 'Paid by bank transfer',
        role: 'ADMIN',
        staff_role_id: null,
        status: 'DEACTIVE',
      });
      expect(messages()).toEqual(['User updated']);
    },
  );

  test('keeps what a colleague has changed meanwhile', async () => {
    const { api, fill, save, location } = await open();
    await fill(/Phone/, '12345');
    const now = { ...ANA, country: 'Germany', status: 'DEACTIVE' as const, credit_balance: 10, balance_version: '5.1' };
    api.use(fake(getUser, now));
    await save();
    await waitFor(() => expect(location()).toBe('/admin/all-users'));
    const { phone: _, ...rest } = api.callsOf(updateUser)[0]?.input ?? {};
    expect(rest).toMatchObject({ country: 'Germany', status: 'DEACTIVE', credit_balance: 10, balance_version: '5.1' });
  });

  test('keeps what a colleague has changed while the password was asked for again', async () => {
    const { api, fill, save, location } = await open();
    api.use(fake(updateUser, () => refused(new Refusal('errors.session.sign_in_again'))));
    onOldSignIn(async () => {
      api.use(fake(getUser, { ...ANA, status: 'DEACTIVE' }), fake(updateUser, ANA));
      return true;
    });
    await fill(/Phone/, '12345');
    await save();
    await waitFor(() => expect(location()).toBe('/admin/all-users'));
    expect(api.callsOf(updateUser).map(({ input }) => input['status'])).toEqual(['ACTIVE', 'DEACTIVE']);
  });

  test.each([
    ['0.345', 'A balance has at most two decimals.'],
    ['1.000', '“1.000” can be read as “1000” or as “1”. Write it without separators, or with two decimals.'],
    ['1,000', '“1,000” can be read as “1000” or as “1”. Write it without separators, or with two decimals.'],
    ['-1', 'A balance must be 0 or more.'],
    ['lots', 'A balance must be a number.'],
    ['', 'A balance must be a number.'],
  ])('the balance "%s" is not sent: %s', async (text, sentence) => {
    const { api, visitor, save } = await open();
    await visitor.clear(balance());
    if (text) await visitor.type(balance(), text);
    await save();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(balance()).toHaveFocus();
    expect(api.callsOf(updateUser)).toHaveLength(0);
  });

  test('a changed balance is not sent without a reason; a changed phone number needs none', async () => {
    const { api, fill, save } = await open();
    expect(screen.queryByLabelText(/^Reason for the change/)).not.toBeInTheDocument();
    await fill(/^Credit Balance/, '300');
    await save();
    expect(await screen.findByText('Please write why the balance is changed.')).toBeInTheDocument();
    expect(api.callsOf(updateUser)).toHaveLength(0);
    await fill(/^Credit Balance/, '240');
    await fill(/Phone/, '12345');
    await save();
    await waitFor(() => expect(messages()).toEqual(['User updated']));
    expect(api.callsOf(updateUser)[0]?.input).not.toHaveProperty('balance_reason');
  });

  test('a balance below 0 can be sent unchanged, but no other value below 0', async () => {
    const { api, fill, save } = await open({ credit_balance: -40 });
    await fill(/^Credit Balance/, '-39');
    await save();
    expect(await screen.findByText('A balance must be 0 or more.')).toBeInTheDocument();
    expect(api.callsOf(updateUser)).toHaveLength(0);
    await fill(/^Credit Balance/, '-40');
    await fill(/Phone/, '12345');
    await save();
    await waitFor(() => expect(messages()).toEqual(['User updated']));
    expect(api.callsOf(updateUser)[0]?.input).toMatchObject({ credit_balance: -40, phone: '12345' });
  });

  test("a 400 shows the server's message and nothing typed is lost", { tags: ['A-EDU-M01', 'X-ERR-52'] }, async () => {
    const { api, fill, save, location } = await open();
    api.use(fake(updateUser, no(400, 'The last active administrator must stay.')));
    await fill(/Phone/, '12345');
    await save();
    expect(await screen.findByText('The last active administrator must stay.')).toBeInTheDocument();
    expect(screen.getByLabelText('Phone')).toHaveValue('12345');
    expect(screen.queryByRole('button', { name: 'Reload' })).not.toBeInTheDocument();
    expect(location()).toBe('/admin/edit-user/7');
  });

  test.each([500, 0])('failure (%s): "Failed to update user."', { tags: ['A-EDU-M02', 'X-ERR-53'] }, async (status) => {
    const { api, fill, save } = await open();
    api.use(fake(updateUser, no(status, 'secret')));
    await fill(/Phone/, '12345');
    await save();
    expect(await screen.findByText('Failed to update user.')).toBeInTheDocument();
    expect(screen.getByLabelText('Phone')).toHaveValue('12345');
  });
});

describe('a balance that changed meanwhile: the ordinary 400', { tags: ['A-EDU-M01', 'X-ERR-52'] }, () => {
  test('Reload takes the new balance, keeps the other fields, and undoes no change of a colleague', async () => {
    const { api, fill, save, visitor, location } = await open();
    api.use(fake(updateUser, MOVED));
    await fill(/Phone/, '12345');
    await fill(/^Credit Balance/, '290');
    await fill(/^Reason for the change/, 'Goodwill');
    await save();
    expect(await screen.findByText(MOVED.body.message)).toBeInTheDocument();
    const now = { ...ANA, role: 'ADMIN', staff_role_id: 5, credit_balance: 180, balance_version: '5.1' } as const;
    api.use(fake(getUser, now), fake(updateUser, ANA));
    await visitor.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(balance()).toHaveValue('180.00'));
    expect(screen.queryByText(MOVED.body.message)).not.toBeInTheDocument();
    expect(screen.getByLabelText('Phone')).toHaveValue('12345');
    expect(screen.getByText('Now 180.00 CRS')).toBeInTheDocument();
    expect(balance()).toHaveFocus();

    expect(screen.getByText('Your change: +50.00 CRS.')).toBeInTheDocument();
    await visitor.click(screen.getByRole('button', { name: 'Set to 230.00' }));
    expect(balance()).toHaveValue('230.00');
    expect(balance()).toHaveFocus();
    await save();
    await waitFor(() => expect(location()).toBe('/admin/all-users'));
    const sent = api.callsOf(updateUser).at(-1)?.input;
    expect(sent).toMatchObject({ credit_balance: 230, balance_version: '5.1', phone: '12345' });
    expect(sent, 'what a colleague has changed').toMatchObject({ role: 'ADMIN', staff_role_id: 5 });
  });
});

describe('the states of the screen', () => {
  const show = () =>
    renderScreen(<EditUser />, { at: '/admin/edit-user/7', path: '/admin/edit-user/:id', user: ADMINISTRATOR });

  test('a missing user shows a message', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    installFakeApi(fake(getUser, no(404)));
    show();
    const text = 'User not found, or deleted.';
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/admin/all-users');
  });

  test('a user that cannot be loaded appears on Retry', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = installFakeApi(fake(getUser, no(500)));
    const { visitor } = show();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fake(getUser, ANA));
    await visitor.click(retry);
    expect(await screen.findByLabelText('Phone')).toBeInTheDocument();
  });
});

test('leaving unsaved changes of a user asks first, leaving saved ones does not', async () => {
  const shown = await open();
  await expectGuarded(shown, {
    of: 'features/accounts/web/edit-user-form.tsx',
    change: () => shown.fill(/^Phone/, '+389 70 999 999'),
  });
  shown.unmount();
  const again = await open();
  await again.fill(/^Phone/, '+389 70 999 999');
  await again.save();
  await waitFor(() => expect(again.location()).toBe('/admin/all-users'));
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { exampleUser } from '../../../web/testing/user-examples.ts';
import { getSession } from '../../../web/client/session.ts';
import { getMyUser } from '../accounts.calls.ts';
import * as contract from '../colleagues.calls.ts';
import AccountSettingsScreen from './account-settings.screen.tsx';
import Colleagues from './colleagues.tsx';
import UserColleagues from './user-colleagues.tsx';

const ELENA: contract.Colleague = {
  id: 12,
  username: 'Elena',
  email: 'elena@example.com',
  is_invited: false,
  created_at: '2026-11-20T08:00:00Z',
};
const GORAN = { ...ELENA, id: 13, username: 'Goran', email: 'goran@example.com', is_invited: true };

function open() {
  const api = installFakeApi(
    fake(contract.listColleagues, [ELENA, GORAN]),
    fake(contract.inviteColleague, GORAN),
    fake(contract.inviteColleagueAgain, { message: 'done' }),
    fake(contract.removeColleague, { message: 'done' }),
  );
  return { api, ...renderScreen(<Colleagues />, { at: '/account-settings', user: CUSTOMER }) };
}

test('an invitation is sent again only to whoever has not accepted it, and a colleague is removed after a question', async () => {
  const { api, visitor } = open();
  const [elena, goran] = await screen.findAllByRole('listitem');
  expect(within(elena as HTMLElement).queryByText('Invited')).toBeNull();
  await visitor.click(within(goran as HTMLElement).getByRole('button', { name: 'Send invitation again' }));
  await waitFor(() => expect(api.callsOf(contract.inviteColleagueAgain)[0]?.input).toEqual({ id: '13' }));
  await visitor.click(within(elena as HTMLElement).getByRole('button', { name: 'Remove Elena' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(api.callsOf(contract.removeColleague)).toEqual([]);
  await visitor.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(api.callsOf(contract.removeColleague)[0]?.input).toEqual({ id: '12' }));
});

test('an invitation needs a name and an address, and a refusal stands at its field', async () => {
  const { api, visitor } = open();
  await visitor.click(await screen.findByRole('button', { name: 'Invite a colleague' }));
  const dialog = within(await screen.findByRole('dialog'));
  await visitor.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await dialog.findByText('Please fill in the username.')).toBeVisible();
  api.use(fake(contract.inviteColleague, no(400, 'This address has an account.', 'email')));
  await visitor.type(dialog.getByLabelText(/Username/), 'Stefan');
  await visitor.type(dialog.getByLabelText(/Email/), 'stefan@example.com');
  await visitor.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await dialog.findByText('This address has an account.')).toBeVisible();
  expect(api.callsOf(contract.inviteColleague)[0]?.input).toEqual({ username: 'Stefan', email: 'stefan@example.com' });
});

test('both dialogs meet the practices for dialogs, and what was typed is not lost without a question', async () => {
  const shown = open();
  const { visitor } = shown;
  await screen.findAllByRole('listitem');
  await expectSoundDialog({
    of: 'features/accounts/web/colleagues.tsx',
    visitor,
    name: 'Remove Elena?',
    role: 'alertdialog',
    opener: () => screen.getByRole('button', { name: 'Remove Elena' }),
  });
  const of = 'features/accounts/web/invite-colleague-dialog.tsx';
  const opener = () => screen.getByRole('button', { name: 'Invite a colleague' });
  await expectSoundDialog({ of, visitor, name: 'Invite a colleague', opener });
  await expectGuarded(shown, {
    of: 'features/accounts/web/invite-colleague-dialog.tsx',
    change: async () => {
      await visitor.click(opener());
      await visitor.type(await screen.findByLabelText(/Username/), 'Stefan');
    },
  });
});

test('a colleague sees neither the colleagues nor the notifications of the customer among their settings', async () => {
  installFakeApi(fake(getMyUser, myUser()));
  const tabs = async (user: typeof CUSTOMER) => {
    const { unmount } = renderScreen(<AccountSettingsScreen />, { at: '/account-settings', user });
    const names = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  const own = ['Personal Information', 'Change Password', 'Security'];
  expect(await tabs(CUSTOMER)).toEqual([...own, 'Notifications', 'Colleagues', 'This device']);
  expect(await tabs({ ...CUSTOMER, colleague_id: 12 })).toEqual([...own, 'This device']);
  expect(await tabs(ADMINISTRATOR)).toEqual([...own, 'Notifications', 'This device']);
});

test('a colleague sees whose colleague they are, and leaves after a question', async () => {
  const company_name = 'Auto Hristov';
  const api = installFakeApi(
    fake(getMyUser, myUser({ colleague_id: 12, company_name })),
    fake(contract.leaveCompany, { message: 'done' }),
  );
  const { visitor } = renderScreen(<AccountSettingsScreen />, {
    at: '/account-settings',
    user: { ...CUSTOMER, colleague_id: 12 },
  });
  expect(await screen.findByText('Colleague of Auto Hristov')).toBeVisible();
  const opener = () => screen.getByRole('button', { name: 'Leave' });
  const dialog = { name: 'Leave Auto Hristov?', role: 'alertdialog' } as const;
  await expectSoundDialog({ of: 'features/accounts/web/my-company.tsx', visitor, opener, ...dialog });
  await visitor.click(opener());
  expect(api.callsOf(contract.leaveCompany)).toEqual([]);
  await visitor.click(within(await screen.findByRole(dialog.role)).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(getSession()).toBeNull());
  expect(api.callsOf(contract.leaveCompany)).toHaveLength(1);
});

test('staff open a colleague from the page of the customer', async () => {
  installFakeApi(fake(contract.listUserColleagues, [ELENA, GORAN]));
  const user = { ...exampleUser(), balance_version: '0.0' };
  renderScreen(<UserColleagues user={user} />, { at: '/admin/edit-user/7', user: ADMINISTRATOR });
  expect(await screen.findByRole('link', { name: 'Elena' })).toHaveAttribute('href', '/admin/edit-user/12');
});

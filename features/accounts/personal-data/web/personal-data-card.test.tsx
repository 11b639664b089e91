import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getLeftovers, type Leftovers } from '../../user-creation.calls.ts';
import { confirmationDiffers, downloadPersonalData, eraseUser } from '../personal-data.calls.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { fake, fakeFile, installFakeApi, refused } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { shownMessages } from '../../../../web/testing/shown-messages.ts';
import { exampleUser } from '../../../../web/testing/user-examples.ts';
import { PersonalDataCard } from './personal-data-card.tsx';

const ANA = exampleUser();
const NOTHING_LEFT: Leftovers = {
  open_files: 0,
  open_tickets: 1,
  credit_balance: 0,
  ai_credit_balance: 0,
  seen: '0.1.5.0',
};

function open({ left = NOTHING_LEFT, user = ANA } = {}) {
  const api = installFakeApi(
    fake(downloadPersonalData, fakeFile('personal-data-7-2026-11-26.zip', new Uint8Array([80, 75]))),
    fake(getLeftovers, left),
    fake(eraseUser, { username: 'erased-7', files: 2 }),
  );
  return { api, ...renderScreen(<PersonalDataCard user={user} />, { at: '/admin/edit-user/7', user: ADMINISTRATOR }) };
}

const eraseButton = () => screen.getByRole('button', { name: 'Erase user' });

async function ask(visitor: ReturnType<typeof open>['visitor']) {
  await visitor.click(eraseButton());
  return within(await screen.findByRole('alertdialog', { name: 'Erase ana for good?' }));
}

test('a user’s data is downloaded with its button', async () => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const { api, visitor } = open();
  await visitor.click(screen.getByRole('button', { name: 'Download personal data' }));
  await waitFor(() => expect(api.callsOf(downloadPersonalData)).toMatchObject([{ input: { id: String(ANA.id) } }]));
});

test('the erasure shows the leftovers, sends the typed name, and leads to the list of users', async () => {
  const { api, visitor, location } = open();
  const dialog = await ask(visitor);
  expect(await dialog.findByText('1 open ticket')).toBeVisible();
  await visitor.type(dialog.getByLabelText(/^Email address or username/), ANA.email);
  await visitor.click(dialog.getByRole('button', { name: 'Erase user' }));
  await waitFor(() => expect(location()).toBe('/admin/all-users'));
  expect(api.callsOf(eraseUser)).toMatchObject([
    { input: { id: String(ANA.id), confirmation: ANA.email, seen: NOTHING_LEFT.seen } },
  ]);
  expect(shownMessages()).toContain('success: Erased. The account is called erased-7 from now on.');
});

test('erasure is not offered while there are open files or a balance', async () => {
  const { visitor } = open({ left: { ...NOTHING_LEFT, open_files: 2, credit_balance: 40 } });
  const dialog = await ask(visitor);
  expect(await dialog.findByText('Finish or cancel the open files', { exact: false })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Erase user' })).toBeDisabled();
});

test('a wrong name is shown as an error of its field, and the leftovers are read again', async () => {
  const { api, visitor } = open();
  api.use(fake(eraseUser, refused(confirmationDiffers())));
  const dialog = await ask(visitor);
  await dialog.findByText('1 open ticket');
  await visitor.type(dialog.getByLabelText(/^Email address or username/), 'boris');
  await visitor.click(dialog.getByRole('button', { name: 'Erase user' }));
  await waitFor(() => expect(dialog.getByLabelText(/^Email address or username/)).toBeInvalid());
  expect(dialog.getByText(/Nothing was erased/)).toBeVisible();
  await waitFor(() => expect(api.callsOf(getLeftovers).length).toBe(2));
});

test('your own account has no erase button', () => {
  open({ user: { ...ANA, id: ADMINISTRATOR.id } });
  expect(screen.queryByRole('button', { name: 'Erase user' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Download personal data' })).toBeVisible();
});

test('the confirmation before an erasure is an accessible dialog', async () => {
  const { visitor } = open();
  const of = 'features/accounts/personal-data/web/erase-user-dialog.tsx';
  await expectSoundDialog({ of, visitor, name: 'Erase ana for good?', role: 'alertdialog', opener: eraseButton });
});

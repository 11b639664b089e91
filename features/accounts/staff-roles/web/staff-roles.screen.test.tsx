import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../../../contract/refusal.ts';
import { onOldSignIn } from '../../../../web/client/call.ts';
import { expectSoundDialog } from '../../../../web/testing/dialog-check.ts';
import { expectGuarded } from '../../../../web/testing/leaving-check.ts';
import { type FakeApi, fake, installFakeApi, refused } from '../../../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../../../web/testing/render-screen.tsx';
import { setupVisitor } from '../../../../web/testing/visitor.ts';
import { STAFF_CAPABILITIES } from '../staff-role-forms.ts';
import { BUILT_IN_STAFF_ROLES } from '../../../../contract/staff-roles.ts';
import { CAPABILITY_TEXTS } from '../capability-texts.ts';
import * as contract from '../staff-roles.calls.ts';
import StaffRoles from './staff-roles.screen.tsx';

const TUNER: contract.StaffRole = {
  id: 1,
  name: 'TUNER',
  capabilities: [...(BUILT_IN_STAFF_ROLES['TUNER'] ?? [])],
  is_built_in: true,
  users: 2,
};
const NIGHT: contract.StaffRole = {
  id: 9,
  name: 'Night shift',
  capabilities: ['admin-area.open', 'tickets.read-all'],
  is_built_in: false,
  users: 1,
};

let api: FakeApi;

beforeEach(() => {
  api = installFakeApi(
    fake(contract.listStaffRoles, [TUNER, NIGHT]),
    fake(contract.createStaffRole, NIGHT),
    fake(contract.patchStaffRole, NIGHT),
    fake(contract.deleteStaffRole, { message: 'Staff role deleted.' }),
  );
});

const show = (user = ADMINISTRATOR) => {
  renderScreen(<StaffRoles />, { user });
  return setupVisitor();
};

test('every capability of staff has its own sentence', () => {
  const named = Object.keys(CAPABILITY_TEXTS);
  expect(STAFF_CAPABILITIES.filter((one) => !named.includes(one))).toEqual(['admin-area.open']);
  expect(new Set(Object.values(CAPABILITY_TEXTS)).size).toBe(STAFF_CAPABILITIES.length - 1);
});

test('a built-in role says what it allows, and can be copied but not changed', async () => {
  const visitor = show();
  const card = within(await screen.findByRole('region', { name: 'TUNER' }));
  expect(card.getByText('2 accounts have it.')).toBeVisible();
  expect(card.getByText('Set the price of a file and whether it is possible.')).toBeInTheDocument();
  expect(card.queryByText('Delete files.')).toBeNull();
  expect(card.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Copy TUNER']);
  await visitor.click(card.getByRole('button', { name: 'Copy TUNER' }));
  await visitor.type(await screen.findByLabelText(/^Name/), 'Senior tuner');
  await visitor.click(screen.getByRole('checkbox', { name: 'Delete files.' }));
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(contract.createStaffRole)).toHaveLength(1));
  expect(api.callsOf(contract.createStaffRole)[0]?.input).toEqual({
    name: 'Senior tuner',
    capabilities: [...TUNER.capabilities, 'files.delete'],
  });
});

test('a role of the shop is changed, after a warning that its holders are logged out, and deleted', async () => {
  const visitor = show();
  await visitor.click(await screen.findByRole('button', { name: 'Edit Night shift' }));
  expect(await screen.findByText(/those who have this role are logged out/)).toBeVisible();
  await visitor.click(screen.getByRole('checkbox', { name: 'Read the tickets of all customers.' }));
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(contract.patchStaffRole)).toHaveLength(1));
  expect(api.callsOf(contract.patchStaffRole)[0]?.input).toEqual({ id: '9', capabilities: ['admin-area.open'] });
  await visitor.click(screen.getByRole('button', { name: 'Delete Night shift' }));
  await visitor.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.callsOf(contract.deleteStaffRole)).toHaveLength(1));
});

test('a missing name, and one that is taken, are named at the field', async () => {
  api.use(fake(contract.createStaffRole, () => refused(contract.roleNameTaken())));
  const visitor = show();
  await visitor.click(await screen.findByRole('button', { name: 'Add a staff role' }));
  await visitor.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a name of at most 60 characters.')).toBeVisible();
  await visitor.type(screen.getByLabelText(/^Name/), 'tuner');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('There is a staff role with this name already.')).toBeVisible();
});

describe('the dialogs', () => {
  test('the form of a role is a dialog, and guards what was typed', async () => {
    const shown = renderScreen(<StaffRoles />, { user: ADMINISTRATOR });
    const opener = () => screen.getByRole('button', { name: 'Edit Night shift' });
    await screen.findByRole('button', { name: 'Edit Night shift' });
    const of = 'features/accounts/staff-roles/web/staff-role-dialog.tsx';
    await expectSoundDialog({ of, visitor: shown.visitor, name: 'Edit a staff role', opener });
    await expectGuarded(shown, {
      of: 'features/accounts/staff-roles/web/staff-role-dialog.tsx',
      change: async () => {
        await shown.visitor.click(opener());
        await shown.visitor.type(await screen.findByLabelText(/^Name/), 's');
      },
    });
  });

  test('a deletion is confirmed', async () => {
    const visitor = show();
    const opener = () => screen.getByRole('button', { name: 'Delete Night shift' });
    await screen.findByRole('button', { name: 'Delete Night shift' });
    const of = 'features/accounts/staff-roles/web/staff-roles.screen.tsx';
    await expectSoundDialog({ of, visitor, name: 'Delete this staff role?', role: 'alertdialog', opener });
  });
});

test('an administrator with a staff role that changes users reads the roles only', async () => {
  show({ ...ADMINISTRATOR, staff_capabilities: ['admin-area.open', 'users.change', 'users.read-all'] });
  await screen.findByRole('region', { name: 'Night shift' });
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('of a role only what was edited is sent, and nothing when nothing was: its holders would be logged out', async () => {
  const visitor = show();
  await visitor.click(await screen.findByRole('button', { name: 'Edit Night shift' }));
  await visitor.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await visitor.click(await screen.findByRole('button', { name: 'Edit Night shift' }));
  await visitor.type(await screen.findByLabelText(/^Name/), ' 2');
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(contract.patchStaffRole)).toHaveLength(1));
  expect(api.callsOf(contract.patchStaffRole)[0]?.input).toEqual({ id: '9', name: 'Night shift 2' });
});

test('a capability that a colleague has taken away meanwhile is not granted again, also after a new sign-in', async () => {
  const visitor = show();
  const now: contract.StaffRole = { ...NIGHT, capabilities: ['admin-area.open', 'users.read-all'] };
  api.use(fake(contract.patchStaffRole, () => refused(new Refusal('errors.session.sign_in_again'))));
  onOldSignIn(async () => {
    api.use(fake(contract.listStaffRoles, [TUNER, now]), fake(contract.patchStaffRole, now));
    return true;
  });
  await visitor.click(await screen.findByRole('button', { name: 'Edit Night shift' }));
  await visitor.click(await screen.findByRole('checkbox', { name: 'Delete files.' }));
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(contract.patchStaffRole)).toHaveLength(2));
  expect(api.callsOf(contract.patchStaffRole)[1]?.input).toEqual({
    id: '9',
    capabilities: ['admin-area.open', 'users.read-all', 'files.delete'],
  });
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../web/languages/text.ts';
import { getSession } from '../../../web/client/session.ts';
import { fake, installFakeApi, no, type FakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen, tokenOf } from '../../../web/testing/render-screen.tsx';
import { areSingleKeysOn } from '../../../web/ui/single-keys.ts';
import { changePassword, getMyUser, updateMyLanguage, updateMyUser } from '../accounts.calls.ts';
import { requestEmailChange } from '../account-changes.calls.ts';
import AccountSettingsScreen from './account-settings.screen.tsx';
import { expectGuarded } from '../../../web/testing/leaving-check.ts';

let api: FakeApi;

beforeEach(() => {
  api = installFakeApi(
    fake(getMyUser, myUser()),
    fake(updateMyUser, ({ username, phone, country }) => ({ ...CUSTOMER, username, phone, country })),
    fake(updateMyLanguage, ({ language }) => ({ language })),
    fake(changePassword, { message: 'Password changed successfully!', token: tokenOf(CUSTOMER) }),
  );
});

const show = () => renderScreen(<AccountSettingsScreen />, { at: '/account-settings' });
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' });

async function showDetails() {
  const view = show();
  await screen.findByRole('button', { name: 'Save' });
  return view;
}

async function showPasswords() {
  const view = show();
  await view.visitor.click(screen.getByRole('tab', { name: 'Change Password' }));
  return view;
}

describe('personal information', () => {
  test(
    'shows the stored details; the email cannot be changed',
    { tags: ['C-ACC-01', 'C-ACC-03', 'C-ACC-04', 'C-ACC-05', 'C-ACC-06', 'X-VAL-25', 'G-57'] },
    async () => {
      await showDetails();
      expect(screen.getByRole('tab', { name: 'Personal Information' })).toHaveAttribute('aria-selected', 'true');
      expect(field('Username')).toHaveValue('ana');
      expect(field('Email')).toHaveValue('ana@example.com');
      expect(field('Email')).toHaveAttribute('readonly');
      expect(field('Country')).toHaveValue('North Macedonia');
      expect(field('Dial code')).toHaveValue('+389');
      expect(field('Phone')).toHaveValue('70 111 222');
    },
  );

  test('Save sends the details and updates the session', { tags: ['C-ACC-07', 'C-ACC-M01', 'X-ERR-28'] }, async () => {
    const { visitor } = await showDetails();
    await visitor.clear(field('Username'));
    await visitor.type(field('Username'), 'ana.petrova');
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Details updated successfully!')).toBeVisible();
    expect(api.callsOf(updateMyUser)[0]?.input).toEqual({
      username: 'ana.petrova',
      phone: '+389 70 111 222',
      country: 'North Macedonia',
    });
    expect(getSession()?.user.username).toBe('ana.petrova');
  });

  test('what was changed elsewhere meanwhile is kept, and shown', async () => {
    const { visitor } = await showDetails();
    await visitor.type(field('Username'), '2');
    api.use(fake(getMyUser, myUser({ country: 'Germany', phone: '+49 30 1234' })));
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Details updated successfully!')).toBeVisible();
    expect(api.callsOf(updateMyUser)[0]?.input).toEqual({ username: 'ana2', phone: '+49 30 1234', country: 'Germany' });
    expect(field('Country')).toHaveValue('Germany');
  });

  test('the next change hides the success message', async () => {
    const { visitor } = await showDetails();
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Details updated successfully!')).toBeVisible();
    await visitor.type(field('Username'), 'x');
    expect(screen.queryByText('Details updated successfully!')).not.toBeInTheDocument();
  });

  test('the phone accepts only digits, plus, hyphen and space', { tags: ['C-ACC-05', 'X-VAL-05'] }, async () => {
    const { visitor } = await showDetails();
    await visitor.type(field('Phone'), 'abc!3');
    expect(field('Phone')).toHaveValue('70 111 2223');
  });

  test('an empty field shows its error, and nothing is sent', async () => {
    const { visitor } = await showDetails();
    await visitor.clear(field('Username'));
    await visitor.clear(field('Phone'));
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please fill in the username.')).toBeVisible();
    expect(screen.getByText('Please fill in the phone number.')).toBeVisible();
    expect(api.callsOf(updateMyUser)).toEqual([]);
  });

  test('the server’s message is shown on 400, at its field if any', { tags: ['C-ACC-M02', 'X-ERR-25'] }, async () => {
    api.use(fake(updateMyUser, no(400, 'At most 60 characters.', 'username')));
    const { visitor } = await showDetails();
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field('Username')).toHaveAccessibleDescription('At most 60 characters.'));
    api.use(fake(updateMyUser, no(400, 'Not today.')));
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Not today.')).toBeVisible();
  });

  test.each([
    [no(500, 'internal'), 'An error occurred while updating.'],
    [no(0), 'An error occurred while updating.'],
    [no(400), 'Failed to update details.'],
  ])(
    'without a message from the server, %o shows "%s"',
    { tags: ['C-ACC-M03', 'C-ACC-M04', 'X-ERR-26', 'X-ERR-27'] },
    async (response, text) => {
      api.use(fake(updateMyUser, response));
      const { visitor } = await showDetails();
      await visitor.click(screen.getByRole('button', { name: 'Save' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(text);
    },
  );

  test('a customer whose address is not confirmed can correct it here, and is led to the form by a link', async () => {
    const scroll = vi.fn<() => void>();
    Element.prototype.scrollIntoView = scroll;
    api.use(fake(getMyUser, myUser({ verified: false })));
    renderScreen(<AccountSettingsScreen />, { at: '/account-settings#email', path: '/account-settings' });
    expect(await screen.findByLabelText(/^New email address/)).toBeVisible();
    await waitFor(() => expect(scroll).toHaveBeenCalled());
    expect(screen.queryByText('The email cannot be changed.')).not.toBeInTheDocument();
  });

  test('a reply that is no user is a failure, and leaves the session as it is', { tags: ['C-ACC-M04'] }, async () => {
    api.use(fake(updateMyUser, no(202, 'Accepted')));
    const { visitor } = await showDetails();
    const before = localStorage.getItem('user');
    await visitor.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update details.');
    expect(localStorage.getItem('user')).toBe(before);
    expect(getSession()?.user.username).toBe('ana');
  });

  test('when the user cannot be loaded, Retry tries again', { tags: ['G-32'] }, async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    api.use(fake(getMyUser, no(500)));
    const { visitor } = show();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.use(fake(getMyUser, myUser()));
    await visitor.click(retry);
    await waitFor(() => expect(field('Username')).toHaveValue('ana'));
  });
});

describe('change password', () => {
  async function change(confirmation = 'Petrol-Teal-27') {
    const { visitor } = await showPasswords();
    await visitor.type(field('Current Password'), 'Petrol-Teal-26');
    await visitor.type(field('New Password'), 'Petrol-Teal-27');
    await visitor.type(field('Confirm Password'), confirmation);
    await visitor.click(screen.getByRole('button', { name: 'Change Password' }));
  }

  test(
    'sends the current and the new password, and clears the form',
    { tags: ['C-ACC-02', 'C-ACC-08', 'C-ACC-09', 'C-ACC-10', 'C-ACC-11', 'C-ACC-M08'] },
    async () => {
      await change();
      expect(await screen.findByText('Password changed successfully!')).toBeVisible();
      expect(api.callsOf(changePassword)[0]?.input).toEqual({
        current_password: 'Petrol-Teal-26',
        new_password: 'Petrol-Teal-27',
      });
      expect(field('Current Password')).toHaveValue('');
      expect(field('New Password')).toHaveValue('');
    },
  );

  test('a different confirmation is refused', { tags: ['C-ACC-M05', 'X-VAL-12'] }, async () => {
    await change('something else');
    expect(await screen.findByText('New passwords do not match.')).toBeVisible();
    expect(api.callsOf(changePassword)).toEqual([]);
  });

  test.each([
    ['abc', 'weak', 'bg-red-solid'],
    ['glowplug7', 'medium', 'bg-yellow-solid'],
    ['Abcdefg1!', 'strong', 'bg-green-solid'],
  ])(
    'the bar for %s shows %s, in its colour',
    { tags: ['C-ACC-09', 'C-ACC-12', 'X-VAL-12'] },
    async (password, strength, colour) => {
      const { visitor } = await showPasswords();
      await visitor.type(field('New Password'), password);
      const word = screen.getByText(`Password strength: ${strength}`);
      expect(word.parentElement?.querySelector('[data-strength] > span')).toHaveClass(colour);
    },
  );

  test('a wrong current password shows an error there; nothing typed is lost', { tags: ['C-ACC-M02'] }, async () => {
    api.use(fake(changePassword, no(400, 'The current password is not right.', 'current_password')));
    await change();
    await waitFor(() =>
      expect(field('Current Password')).toHaveAccessibleDescription('The current password is not right.'),
    );
    expect(field('New Password')).toHaveValue('Petrol-Teal-27');
  });

  test('too common a password shows an error at the new one', async () => {
    api.use(fake(changePassword, no(400, 'This password is too common. Please choose another one.', 'password')));
    await change();
    await waitFor(() => expect(field('New Password')).toBeInvalid());
  });

  test.each([
    [no(500, 'internal'), 'An error occurred while changing password.'],
    [no(0), 'An error occurred while changing password.'],
    [no(400), 'Failed to change password.'],
  ])(
    'without a message from the server, %o shows "%s"',
    { tags: ['C-ACC-M06', 'C-ACC-M07', 'X-ERR-29', 'X-ERR-30'] },
    async (response, text) => {
      api.use(fake(changePassword, response));
      await change();
      expect(await screen.findByRole('alert')).toHaveTextContent(text);
    },
  );
});

describe('single-key shortcuts (WCAG 2.1.4)', () => {
  test('can be switched off and on in a separate tab', async () => {
    const { visitor } = show();
    await visitor.click(screen.getByRole('tab', { name: 'This device' }));
    const choice = screen.getByRole('checkbox', { name: 'Use single-key shortcuts' });
    expect(choice).toBeChecked();
    await visitor.click(choice);
    expect(choice).not.toBeChecked();
    expect(areSingleKeysOn()).toBe(false);
    await visitor.click(choice);
    expect(areSingleKeysOn()).toBe(true);
  });
});

test('an administrator has the same screen at /admin/account-settings', { tags: ['A-ACC-01'] }, async () => {
  installFakeApi(fake(getMyUser, myUser(ADMINISTRATOR)));
  const { visitor } = renderScreen(<AccountSettingsScreen />, { at: '/admin/account-settings', user: ADMINISTRATOR });
  expect(screen.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();
  await screen.findByRole('button', { name: 'Save' });
  expect(field('Email')).toHaveValue('s@example.com');
  await visitor.click(screen.getByRole('tab', { name: 'Change Password' }));
  expect(screen.getByRole('button', { name: 'Change Password' })).toBeVisible();
});

describe('the e-mail address of an administrator', () => {
  const showAsAdministrator = async () => {
    api.use(fake(getMyUser, myUser(ADMINISTRATOR)), fake(requestEmailChange, { message: 'Sent.' }));
    const view = renderScreen(<AccountSettingsScreen />, { at: '/admin/account-settings', user: ADMINISTRATOR });
    await screen.findByRole('heading', { name: 'Change email address' });
    return view;
  };
  const send = async (email: string) => {
    const { visitor } = await showAsAdministrator();
    await visitor.type(field('New email address'), email);
    await visitor.type(field('Current Password'), 'Petrol-Teal-26');
    await visitor.click(screen.getByRole('button', { name: 'Send the link' }));
  };

  test('is changed through a link sent to the new one, with the current password', async () => {
    await send('new@example.com');
    expect(
      await screen.findByText('We have sent a link to new@example.com. It works once, for 24 hours.'),
    ).toBeVisible();
    expect(api.callsOf(requestEmailChange)[0]?.input).toEqual({
      new_email: 'new@example.com',
      current_password: 'Petrol-Teal-26',
    });
    expect(field('Current Password')).toHaveValue('');
    expect(screen.queryByText('The email cannot be changed.')).not.toBeInTheDocument();
  });

  test('must be a valid address before anything is sent', async () => {
    await send('nonsense');
    expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
    expect(api.callsOf(requestEmailChange)).toEqual([]);
  });

  test.each([
    [no(400, 'Another account uses this email address.', 'new_email'), 'New email address'],
    [no(400, 'The current password is not right.', 'current_password'), 'Current Password'],
  ])('a refusal is shown at its field', async (refused, label) => {
    const { visitor } = await showAsAdministrator();
    api.use(fake(requestEmailChange, refused));
    await visitor.type(field('New email address'), 'new@example.com');
    await visitor.type(field('Current Password'), 'Petrol-Teal-26');
    await visitor.click(screen.getByRole('button', { name: 'Send the link' }));
    await waitFor(() => expect(field(label)).toBeInvalid());
    expect(field('New email address')).toHaveValue('new@example.com');
  });

  test('a customer has no such form', { tags: ['C-ACC-04'] }, async () => {
    await showDetails();
    expect(screen.queryByRole('heading', { name: 'Change email address' })).not.toBeInTheDocument();
  });
});

describe('unsaved changes', () => {
  test('leaving edited personal information asks first', async () => {
    const shown = await showDetails();
    await expectGuarded(shown, {
      of: 'features/accounts/web/personal-information-form.tsx',
      change: () => shown.visitor.type(field('Username'), 'x'),
    });
  });

  test('leaving a typed new password asks first, and no draft of it is stored', async () => {
    const shown = await showPasswords();
    await expectGuarded(shown, {
      of: 'features/accounts/web/own-password.screen.tsx',
      change: () => shown.visitor.type(field('New Password'), 'Petrol-Teal-27'),
    });
    expect(Object.values(sessionStorage).join()).not.toContain('Petrol-Teal-27');
  });

  test('leaving a typed new e-mail address asks first', async () => {
    api.use(fake(getMyUser, myUser({ role: 'ADMIN' })));
    const shown = renderScreen(<AccountSettingsScreen />, { at: '/admin/account-settings', user: ADMINISTRATOR });
    await expectGuarded(shown, {
      of: 'features/accounts/web/account-settings.screen.tsx',
      change: async () => {
        await screen.findByLabelText(/^New email address/);
        await shown.visitor.type(field('New email address'), 'new@example.com');
      },
    });
  });

  test('switching to another settings tab asks first too, but not after saving', async () => {
    const { visitor } = await showDetails();
    await visitor.type(field('Username'), 'x');
    await visitor.click(screen.getByRole('tab', { name: 'This device' }));
    await visitor.click(await screen.findByRole('button', { name: 'Stay here' }));
    await visitor.click(await screen.findByRole('button', { name: 'Save' }));
    expect(field('Username')).toHaveValue('anax');
    await screen.findByText('Details updated successfully!');
    await visitor.click(screen.getByRole('tab', { name: 'This device' }));
    expect(await screen.findByRole('heading', { name: 'Keyboard' })).toBeVisible();
  });

  test('choosing another language asks first, because it draws the form again', async () => {
    const { visitor } = await showDetails();
    await visitor.type(field('Username'), 'x');
    await visitor.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
    await visitor.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
    expect(api.callsOf(updateMyLanguage)).toEqual([]);
    await visitor.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
    await visitor.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(document.documentElement.lang).toBe('de'));
    expect(api.callsOf(updateMyLanguage)).toHaveLength(1);
    await setLanguage('en', {});
  });
});

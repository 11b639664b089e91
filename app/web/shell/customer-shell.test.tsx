import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getMyUser, logout, resendActivation } from '../../../features/accounts/accounts.calls.ts';
import { getWaiting } from '../../../features/staff/dashboard/dashboard.calls.ts';
import { getApplicationConfiguration } from '../../../features/shop/settings.calls.ts';
import { getSession } from '../../../web/client/session.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { setScreenWidth } from '../../../web/testing/setup.ts';
import { recentMessages } from '../../../web/ui/recent-messages.ts';
import CustomerShell from './customer-shell.tsx';

/** Fakes what every shell requests: the operator's texts and addresses, and how much is waiting. */
const shellApi = (...responses: Parameters<typeof installFakeApi>) =>
  installFakeApi(
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getWaiting, { files: 0, tickets: 0, payments: null }),
    ...responses,
  );

const show = (at = '/dashboard') => renderScreen(<CustomerShell />, { at });
const menu = () => screen.getByRole('navigation', { name: 'Main menu' });
const badge = () => screen.findByTitle('Click to buy Credits');

beforeEach(() => {
  shellApi(fake(getMyUser, myUser()));
});

describe('the sidebar', () => {
  test(
    'lists exactly the screens that exist',
    {
      tags: [
        'C-SHL-01',
        'C-SHL-02',
        'C-SHL-03',
        'C-SHL-04',
        'C-SHL-05',
        'C-SHL-06',
        'C-SHL-07',
        'C-SHL-08',
        'C-SHL-09',
        'C-SHL-10',
      ],
    },
    () => {
      show();
      const links = within(menu()).getAllByRole('link');
      expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
        ['Dashboard', '/dashboard'],
        ['Upload File', '/upload'],
        ['DTC OFFNEW', '/upload-ai'],
        ['My Files', '/my-files'],
        ['My Tickets', '/my-ticket'],
        ['My Credits History', '/my-credits-history'],
        ['Price List', '/price-list'],
        ['Buy Credits', '/buy-credits'],
        ['Gain', '/gain'],
      ]);
    },
  );

  test('counts what waits for the customer, also in words, but shows no count that is 0 or unknown', async () => {
    shellApi(
      fake(getMyUser, myUser()),
      fake(getWaiting, () => new Promise<never>(() => undefined)),
    );
    const first = show();
    await badge();
    expect(within(menu()).getByRole('link', { name: 'My Files' })).toHaveTextContent(/^My Files$/);
    first.unmount();
    shellApi(fake(getMyUser, myUser()), fake(getWaiting, { files: 100, tickets: 0, payments: null }));
    show();
    const counted = await within(menu()).findByRole('link', { name: 'My Files, 99+ waiting' });
    expect(counted).toHaveTextContent('99+');
    expect(within(menu()).getByRole('link', { name: 'My Tickets' })).toHaveTextContent(/^My Tickets$/);
  });

  test('highlights the section by path, also on a page inside it', { tags: ['X-SHL-18', 'X-RTE-11'] }, async () => {
    const { visitor } = show('/view-file/17');
    expect(within(menu()).getByRole('link', { name: 'My Files' })).toHaveAttribute('aria-current', 'true');
    await visitor.click(within(menu()).getByRole('link', { name: 'Price List' }));
    expect(within(menu()).getByRole('link', { name: 'Price List' })).toHaveAttribute('aria-current', 'page');
    expect(within(menu()).getByRole('link', { name: 'My Files' })).not.toHaveAttribute('aria-current');
  });

  test('on a phone is a drawer: a click closes it and focuses the new screen', { tags: ['X-SHL-18'] }, async () => {
    setScreenWidth(360);
    const { visitor, location } = show();
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument();
    await visitor.click(screen.getByRole('button', { name: 'Open menu' }));
    await visitor.click(within(menu()).getByRole('link', { name: 'My Files' }));
    expect(location()).toBe('/my-files');
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  test.each([
    ['Open menu', 'dialog'],
    [/^Search or jump/, 'dialog'],
    [/^Notifications/, 'dialog'],
    ['Account menu', 'menu'],
  ])('what %s opens closes when the visitor goes back', async (name, role) => {
    setScreenWidth(360);
    const { visitor } = show();
    await visitor.click(screen.getByRole('button', { name }));
    const opened = await screen.findByRole(role);
    act(() => void dispatchEvent(new PopStateEvent('popstate')));
    await waitFor(() => expect(opened).not.toBeInTheDocument());
  });

  test('returns the focus to its button when the drawer is closed with Esc', async () => {
    setScreenWidth(360);
    const { visitor } = show();
    await visitor.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(screen.getByRole('dialog', { name: 'Main menu' })).toBeVisible();
    await visitor.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus());
  });
});

describe('the balance badge', () => {
  test('shows two decimals, and links to /buy-credits', { tags: ['C-SHL-11', 'C-SHL-12', 'X-CRS-03'] }, async () => {
    show();
    expect(await screen.findByText('120.50')).toBeVisible();
    expect(await badge()).toHaveTextContent('Credit balance120.50CRS');
    expect(await badge()).toHaveAttribute('href', '/buy-credits');
    expect(await badge()).not.toHaveAttribute('data-tone');
  });

  test('is red at exactly 0, but not while the balance is unknown', { tags: ['C-SHL-11', 'C-SHL-S01'] }, async () => {
    shellApi(fake(getMyUser, myUser({ credit_balance: 0 })));
    show();
    expect(await badge()).not.toHaveAttribute('data-tone');
    expect(await screen.findByText('0.00')).toBeVisible();
    expect(await badge()).toHaveAttribute('data-tone', 'red');
  });
});

describe('polling', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

  test('a new balance is announced once', { tags: ['X-POLL-01', 'X-SHL-M02', 'X-SHL-Z02', 'C-SHL-Z01'] }, async () => {
    const api = shellApi(fake(getMyUser, myUser()));
    show();
    expect(await screen.findByText('120.50')).toBeVisible();
    expect(recentMessages.list()).toEqual([]);
    api.use(fake(getMyUser, myUser({ credit_balance: 99 })));
    await act(() => vi.advanceTimersByTimeAsync(5600));
    expect(await screen.findByText('99.00')).toBeVisible();
    expect(await screen.findByText('Your credit balance is updated')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(5600));
    expect(api.callsOf(getMyUser).length).toBeGreaterThanOrEqual(3);
    expect(recentMessages.list().map(({ text }) => text)).toEqual(['Your credit balance is updated']);
  });
});

describe('the top bar', () => {
  test('greets by username', { tags: ['X-SHL-01', 'X-GEN-05'] }, () => {
    show();
    expect(within(screen.getByRole('banner')).getByText('ana')).toBeVisible();
  });

  test('the account menu leads to the account settings', { tags: ['X-SHL-19', 'X-SHL-20'] }, async () => {
    const { visitor, location } = show();
    await visitor.click(screen.getByRole('button', { name: 'Account menu' }));
    await visitor.click(screen.getByRole('menuitem', { name: 'Account settings' }));
    expect(location()).toBe('/account-settings');
  });

  test.each([
    ['the server agrees', { message: 'Done' }],
    ['the server fails', no(500)],
  ])(
    'Logout clears user and token when %s',
    { tags: ['X-SHL-19', 'X-SHL-21', 'X-SHL-S03', 'X-GEN-05', 'X-SES-02'] },
    async (_, response) => {
      shellApi(fake(getMyUser, myUser()), fake(logout, response));
      const { visitor } = show();
      await visitor.click(screen.getByRole('button', { name: 'Account menu' }));
      await visitor.click(screen.getByRole('menuitem', { name: 'Logout' }));
      await waitFor(() => expect(getSession()).toBeNull());
      expect(localStorage.getItem('token')).toBeNull();
      expect(localStorage.getItem('user')).toBeNull();
      expect(screen.getByText('Guest')).toBeVisible();
    },
  );

  test('a notice stays readable in the recent messages after it has left the screen', { tags: ['G-45'] }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = shellApi(fake(getMyUser, myUser()));
    const { visitor } = show();
    await visitor.click(screen.getByRole('button', { name: /^Notifications/ }));
    expect(screen.queryByText('Recent messages')).not.toBeInTheDocument();
    await screen.findByText('120.50');
    api.use(fake(getMyUser, myUser({ credit_balance: 1 })));
    await act(() => vi.advanceTimersByTimeAsync(5600));
    expect(within(screen.getByRole('dialog')).getByText('Your credit balance is updated')).toBeVisible();
  });
});

test(
  'dark mode has a switch, applies to the document and is remembered',
  { tags: ['C-SHL-13', 'C-SHL-S02', 'X-STO-03', 'X-DRK-01'] },
  async () => {
    const { visitor } = show();
    const toggle = screen.getByRole('switch', { name: 'Dark mode' });
    expect(toggle).not.toBeChecked();
    await visitor.click(toggle);
    expect(toggle).toBeChecked();
    expect(document.documentElement).toHaveClass('dark');
    expect(localStorage.getItem('darkMode')).toBe('true');
    await visitor.click(toggle);
    expect(document.documentElement).not.toHaveClass('dark');
    expect(localStorage.getItem('darkMode')).toBe('false');
  },
);

test('the skip link is the first tab stop and moves the focus to the content', async () => {
  const { visitor } = show();
  await visitor.tab();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await visitor.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});

test('the footer names the owners of the brands, the version, and the time zone of every time on the page', () => {
  show();
  const footer = screen.getByRole('contentinfo');
  expect(footer).toHaveTextContent('All product names, logos and brands are trademarks of their respective owners.');
  expect(footer).toHaveTextContent(/Tunedesk \d+\.\d+\.\d+/);
  expect(footer).toHaveTextContent('Times are in Europe/Skopje.');
});

test('a 403 ends the session, and the reason is stored for the login page', { tags: ['X-SES-04'] }, async () => {
  shellApi(fake(getMyUser, no(403)));
  show();
  expect(getSession()?.user).toEqual(CUSTOMER);
  await waitFor(() => expect(getSession()).toBeNull());
});

describe('the strip above the content', () => {
  const sentence = 'Please confirm your email address';

  test('is not shown once the address is confirmed', async () => {
    show();
    await badge();
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  });

  test('asks for confirmation of the address, and resends the mail on a click', { tags: ['G-07'] }, async () => {
    const api = shellApi(
      fake(getMyUser, myUser({ verified: false })),
      fake(resendActivation, { message: 'We have sent you an e-mail.' }),
    );
    const { visitor } = show();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByText(CUSTOMER.email)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Correct the address' })).toHaveAttribute(
      'href',
      '/account-settings#email',
    );
    await visitor.click(screen.getByRole('button', { name: 'Send the email again' }));
    expect(await screen.findByText('We have sent you an email. Please open the link in it.')).toBeVisible();
    expect(api.callsOf(resendActivation)).toHaveLength(1);
  });

  test('shows a failure, and can be tried again', async () => {
    shellApi(fake(getMyUser, myUser({ verified: false })), fake(resendActivation, no(500, 'x')));
    const { visitor } = show();
    await visitor.click(await screen.findByRole('button', { name: 'Send the email again' }));
    expect(await screen.findByText('The email could not be sent. Please try again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send the email again' })).toBeVisible();
  });
});

test('the drawer on a phone is an accessible dialog', async () => {
  setScreenWidth(360);
  const { visitor } = show();
  const opener = () => screen.getByRole('button', { name: 'Open menu' });
  await expectSoundDialog({ of: 'app/web/shell/sidebar-drawer.tsx', visitor, name: 'Main menu', opener });
});

describe('a user who signed up through Google', () => {
  const strip = () => screen.queryByRole('link', { name: 'Complete your profile' });

  test.each([
    ['phone', { phone: '' }],
    ['country', { country: '' }],
  ])('without a %s is asked to complete the profile, until closed', { tags: ['G-05'] }, async (_, missing) => {
    shellApi(fake(getMyUser, myUser(missing)));
    const { visitor } = show();
    await waitFor(() => expect(strip()).toHaveAttribute('href', '/account-settings'));
    await visitor.click(screen.getByRole('button', { name: 'Close' }));
    expect(strip()).not.toBeInTheDocument();
  });

  test('with both is not asked for anything', { tags: ['G-05'] }, async () => {
    show();
    await badge();
    expect(strip()).not.toBeInTheDocument();
  });
});

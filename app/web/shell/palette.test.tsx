import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useMemo } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getMyUser } from '../../../features/accounts/accounts.calls.ts';
import { search, type SearchResults } from '../../../features/staff/search/search.calls.ts';
import { getWaiting } from '../../../features/staff/dashboard/dashboard.calls.ts';
import { getApplicationConfiguration } from '../../../features/shop/settings.calls.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import { chooseSingleKeys } from '../../../web/ui/single-keys.ts';
import { useActions } from '../../../web/frame/actions.ts';
import AdminShell from './admin-shell.tsx';
import CustomerShell from './customer-shell.tsx';
import { readTexts } from '../../../web/testing/table-cells.ts';

const found: SearchResults = {
  users: [{ id: 7, username: 'ana', email: 'ana@petrova-tuning.mk' }],
  files: [{ id: 17, file_id: '100017', file_name: 'golf.bin', username: 'ana', status: 'IN_PROGRESS' }],
};
const nothing: SearchResults = { users: [], files: [] };

let closed = 0;
beforeEach(() => {
  closed = 0;
});

function ScreenWithActions() {
  useActions(
    useMemo(() => [{ id: 'close', text: 'Close ticket and next', shortcut: 'x', run: () => (closed += 1) }], []),
  );
  return <input aria-label="Message" />;
}

function open(user = ADMINISTRATOR) {
  const api = installFakeApi(
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getMyUser, myUser(user)),
    fake(getWaiting, { files: 0, tickets: 0, payments: null }),
    fake(search, ({ text }) => (text === 'ana' || text === '100017' ? found : nothing)),
  );
  const Shell = user.role === 'ADMIN' ? AdminShell : CustomerShell;
  const at = user.role === 'ADMIN' ? '/admin/dashboard' : '/dashboard';
  return { ...renderScreen([<Shell key="shell" />, <ScreenWithActions key="screen" />], { at, user }), api };
}

async function openPalette(user = ADMINISTRATOR) {
  const shown = open(user);
  await shown.visitor.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Search or jump to' });
  return shown;
}

const box = () => screen.getByRole('combobox', { name: 'What to go to or do' });
const choices = () => readTexts(screen.queryAllByRole('option'));
const groups = () =>
  within(screen.getByRole('listbox', { name: 'Results' }))
    .getAllByRole('group')
    .map((group) => group.getAttribute('aria-label'));

describe('the palette', () => {
  test('offers an administrator at least twenty actions: the page’s own, screens to open, lists to see', async () => {
    await openPalette();
    expect(groups()).toEqual(['On this page', 'Go to', 'Lists', 'Anywhere']);
    expect(choices().length).toBeGreaterThanOrEqual(20);
    for (const text of ['All usersgu', 'All ticketsgt', 'Files that are PENDING', 'Tickets that are OPEN', 'Logout']) {
      expect(choices()).toContain(text);
    }
    expect(choices()[0]).toBe('Close ticket and nextx');
  });

  test('offers customers their own screens, and an administrator no theme switch', { tags: ['A-SHL-16'] }, async () => {
    const { unmount } = await openPalette();
    expect(choices()).not.toContain('Switch dark mode on or off');
    unmount();
    const { visitor } = await openPalette(CUSTOMER);
    expect(choices()).not.toContain('All usersgu');
    expect(choices()).toEqual(expect.arrayContaining(['My Filesgf', 'Account settings']));
    await visitor.type(box(), 'dark{Enter}');
    await waitFor(() => expect(document.documentElement).toHaveClass('dark'));
    await visitor.keyboard('{Meta>}k{/Meta}');
    expect(await screen.findByRole('dialog', { name: 'Search or jump to' })).toBeVisible();
  });

  test('narrows to entries with every word, best match first, and Enter goes there', async () => {
    const { visitor, location } = await openPalette();
    await visitor.type(box(), 'all us');
    expect(choices()[0]).toBe('All usersgu');
    expect(box()).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id);
    await visitor.keyboard('{Enter}');
    expect(location()).toBe('/admin/all-users');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('finds a user by name or e-mail and a file by its id, through the server', async () => {
    const { visitor, location, api } = await openPalette();
    // Typed without a pause, however busy the machine is: only the last text is looked up.
    for (const value of ['an', 'ana']) fireEvent.change(box(), { target: { value } });
    await visitor.click(await screen.findByRole('option', { name: /ana@petrova-tuning.mk/ }));
    await waitFor(() => expect(location()).toBe('/admin/edit-user/7'));
    expect(new Set(api.callsOf(search).map(({ input }) => input.text))).toEqual(new Set(['ana']));
    await visitor.keyboard('{Control>}k{/Control}');
    await visitor.type(await screen.findByRole('combobox', { name: 'What to go to or do' }), '100017');
    expect(await screen.findByRole('option', { name: /100017 golf.bin.*ana · IN PROGRESS/ })).toBeVisible();
    await visitor.keyboard('{Enter}');
    await waitFor(() => expect(location()).toBe('/admin/view-file/17'));
  });

  test('leads a customer to their own file page', async () => {
    const { visitor, location } = await openPalette(CUSTOMER);
    await visitor.type(box(), '100017');
    await screen.findByRole('option', { name: /100017/ });
    await visitor.keyboard('{Enter}');
    expect(location()).toBe('/view-file/17');
  });

  test('the arrow keys wrap around, and the pointer selects too', async () => {
    const { visitor } = await openPalette();
    const marked = () => screen.getAllByRole('option').findIndex((option) => option.ariaSelected === 'true');
    await visitor.keyboard('{ArrowUp}');
    expect(marked()).toBe(choices().length - 1);
    await visitor.keyboard('{ArrowDown}{ArrowDown}');
    expect(marked()).toBe(1);
    await visitor.hover(screen.getAllByRole('option')[3] as HTMLElement);
    expect(marked()).toBe(3);
  });

  test('offers a customer no users, who only staff can look up', async () => {
    const { api, visitor } = await openPalette(CUSTOMER);
    expect(screen.getByRole('combobox')).toHaveAttribute('placeholder', 'Screen, action or file');
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.use(fake(search, no(500)));
    await visitor.type(screen.getByRole('combobox'), 'golf');
    expect(await screen.findByText('Files could not be looked up.')).toBeVisible();
  });

  test('runs an action of the page once the palette has closed', async () => {
    const { visitor } = await openPalette();
    await visitor.type(box(), 'close ticket{Enter}');
    await waitFor(() => expect(closed).toBe(1));
    await visitor.keyboard('{Control>}k{/Control}');
    await visitor.type(await screen.findByRole('combobox', { name: 'What to go to or do' }), 'shortcuts{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(
      'Close ticket and next',
    );
  });

  test('shows when nothing is found, and when the server cannot search', async () => {
    const { visitor, api } = await openPalette();
    await visitor.type(box(), 'zzz');
    expect(await screen.findByText('Nothing found for “zzz”.')).toBeVisible();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    api.use(fake(search, no(500)));
    await visitor.clear(box());
    await visitor.type(box(), 'yyy');
    expect(await screen.findByText('Files and users could not be looked up.')).toBeVisible();
  });

  test('opens while the user is typing, but not over another dialog', async () => {
    const { visitor } = open();
    await visitor.type(screen.getByLabelText('Message'), 'hello');
    await visitor.keyboard('?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await visitor.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Search or jump to' })).toBeVisible();
    await visitor.keyboard('{Escape}?');
    await visitor.click(document.body);
    await visitor.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await visitor.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog', { name: 'Search or jump to' })).not.toBeInTheDocument();
  });

  test('is an accessible dialog', async () => {
    const { visitor } = open();
    await expectSoundDialog({
      of: 'app/web/shell/palette.tsx',
      visitor,
      name: 'Search or jump to',
      opener: () => screen.getByRole('button', { name: 'Search or jump to (Ctrl K)' }),
    });
  });
});

describe('the key of an action', () => {
  test('runs the action, but not while typing or when single keys are switched off', async () => {
    const { visitor } = open();
    await visitor.keyboard('x');
    expect(closed).toBe(1);
    await visitor.type(screen.getByLabelText('Message'), 'x');
    expect(closed).toBe(1);
    await visitor.click(document.body);
    chooseSingleKeys(false);
    await visitor.keyboard('x');
    expect(closed).toBe(1);
    await visitor.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Search or jump to' })).toBeVisible();
  });

  test('stops working with the part of the screen that offered it', async () => {
    const { visitor, rerender } = open();
    rerender(<p>elsewhere</p>);
    await visitor.keyboard('x');
    expect(closed).toBe(0);
  });
});

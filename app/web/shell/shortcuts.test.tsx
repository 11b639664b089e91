import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getMyUser } from '../../../features/accounts/accounts.calls.ts';
import { getWaiting } from '../../../features/staff/dashboard/dashboard.calls.ts';
import { getApplicationConfiguration } from '../../../features/shop/settings.calls.ts';
import { applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { expectSoundDialog } from '../../../web/testing/dialog-check.ts';
import { fake, installFakeApi } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { ADMINISTRATOR, renderScreen } from '../../../web/testing/render-screen.tsx';
import AdminShell from './admin-shell.tsx';
import CustomerShell from './customer-shell.tsx';

beforeEach(() => {
  installFakeApi(
    fake(getApplicationConfiguration, applicationConfiguration()),
    fake(getMyUser, myUser()),
    fake(getWaiting, { files: 0, tickets: 0, payments: null }),
  );
});

function show() {
  return renderScreen(
    <>
      <CustomerShell />
      <button type="button" data-shortcut="p">
        Pay
      </button>
      <input aria-label="Message" />
    </>,
    { at: '/dashboard' },
  );
}

describe('single-key shortcuts', () => {
  // The time between two keys is the test's, however busy the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('g counts for a second and a half', async () => {
    const { visitor, location } = show();
    await visitor.keyboard('g');
    vi.advanceTimersByTime(1500);
    await visitor.keyboard('f');
    expect(location()).toBe('/dashboard');
  });

  test.each([
    ['u', '/upload'],
    ['f', '/my-files'],
    ['t', '/my-ticket'],
    ['b', '/buy-credits'],
  ])('g and %s lead to %s', async (shortcut, path) => {
    const { visitor, location } = show();
    await visitor.keyboard(`g${shortcut}`);
    expect(location()).toBe(path);
  });

  test('focus the button that a screen has marked, without pressing it', async () => {
    const { visitor } = show();
    let presses = 0;
    screen.getByRole('button', { name: 'Pay' }).addEventListener('click', () => (presses += 1));
    await visitor.keyboard('p');
    expect(screen.getByRole('button', { name: 'Pay' })).toHaveFocus();
    expect(presses).toBe(0);
  });

  test('act once, however long they are held', () => {
    const { location } = show();
    const marked = screen.getByRole('button', { name: 'Pay' });
    fireEvent.keyDown(document.body, { key: 'p', repeat: true });
    expect(marked).not.toHaveFocus();
    for (const repeat of [false, true, true]) fireEvent.keyDown(document.body, { key: 'g', repeat });
    fireEvent.keyDown(document.body, { key: 'u' });
    expect(location()).toBe('/upload');
  });

  test('are ordinary letters while typing', async () => {
    const { visitor, location } = show();
    await visitor.type(screen.getByLabelText('Message'), 'gup?');
    expect(screen.getByLabelText('Message')).toHaveValue('gup?');
    expect(location()).toBe('/dashboard');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('can be switched off, and on again from the account menu (WCAG 2.1.4)', async () => {
    const { visitor, location } = show();
    await visitor.keyboard('?');
    await visitor.click(await screen.findByRole('checkbox', { name: 'Use single-key shortcuts' }));
    await visitor.keyboard('{Escape}');
    await visitor.keyboard('gu?');
    expect(location()).toBe('/dashboard');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await visitor.click(screen.getByRole('button', { name: 'Account menu' }));
    await visitor.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    await visitor.click(await screen.findByRole('checkbox', { name: 'Use single-key shortcuts' }));
    await visitor.keyboard('{Escape}');
    await visitor.keyboard('gu');
    expect(location()).toBe('/upload');
  });
});

test('"?" lists the keys, in an accessible dialog', async () => {
  const { visitor } = show();
  await visitor.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const text of ['Upload File', 'Next row', 'To the support chat']) expect(dialog).toHaveTextContent(text);
  await visitor.keyboard('{Escape}');
  await expectSoundDialog({
    of: 'app/web/shell/shortcuts-dialog.tsx',
    visitor,
    name: 'Keyboard shortcuts',
    opener: () => screen.getByRole('button', { name: 'Account menu' }),
    open: async () => {
      screen.getByRole('button', { name: 'Account menu' }).focus();
      await visitor.keyboard('?');
    },
  });
});

test('an administrator, who never pays, sees the keys for work but not the one for payment', async () => {
  const { visitor } = renderScreen(<AdminShell />, { at: '/admin/dashboard', user: ADMINISTRATOR });
  await visitor.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const text of ['To the support chat', 'Close ticket and next', 'Next in queue'])
    expect(dialog).toHaveTextContent(text);
  expect(dialog).not.toHaveTextContent('To the payment');
});

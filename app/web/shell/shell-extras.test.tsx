import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getMyUser } from '../../../features/accounts/accounts.calls.ts';
import { getWaiting } from '../../../features/staff/dashboard/dashboard.calls.ts';
import { getApplicationConfiguration, type ApplicationConfiguration } from '../../../features/shop/settings.calls.ts';
import { NOTHING_USED, applicationConfiguration } from '../../../web/testing/application-configuration.ts';
import { reportResponse } from '../../../web/client/connection.ts';
import { fake, installFakeApi, no } from '../../../web/testing/fake-api.ts';
import { myUser } from '../../../web/testing/my-user.ts';
import { ADMINISTRATOR, CUSTOMER, renderScreen } from '../../../web/testing/render-screen.tsx';
import CustomerShell from './customer-shell.tsx';

beforeEach(() => sessionStorage.clear());

function show(configuration: Partial<ApplicationConfiguration>, user = myUser(), signedIn = CUSTOMER) {
  const api = installFakeApi(
    fake(getMyUser, user),
    fake(getWaiting, { files: 0, tickets: 0, payments: null }),
    fake(getApplicationConfiguration, applicationConfiguration(configuration)),
  );
  return { ...renderScreen(<CustomerShell />, { at: '/dashboard', user: signedIn }), api };
}

const banner = () => screen.queryByRole('region', { name: 'Announcement' });
const settled = () => screen.findByText('120.50');

describe('the banner', () => {
  const header_banner_text = 'Closed on <b>Monday</b><script>window.hit = 1</script>';

  test('scrolls the configured text, sanitised', { tags: ['X-SHL-11', 'X-BAN-01', 'G-51'] }, async () => {
    show({ header_banner_text });
    expect((await screen.findByText('Monday')).tagName).toBe('B');
    expect(banner()).toHaveTextContent('Closed on Monday');
    expect(banner()?.querySelector('script')).toBeNull();
    expect(banner()?.querySelector('[data-moving=true]')).toHaveClass('animate-pass');
  });

  test('is not shown without a text', { tags: ['X-SHL-S01'] }, async () => {
    show({ header_banner_text: '  ' });
    await settled();
    expect(banner()).not.toBeInTheDocument();
  });

  test('stays closed, even after a reload, until it changes', { tags: ['X-SHL-12', 'X-BAN-01'] }, async () => {
    const first = show({ header_banner_text });
    await screen.findByText('Monday');
    await first.visitor.click(screen.getByRole('button', { name: 'Close banner' }));
    expect(banner()).not.toBeInTheDocument();
    // The pressed button has gone with it.
    await waitFor(() => expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement));
    first.unmount();
    const second = show({ header_banner_text });
    await settled();
    expect(banner()).not.toBeInTheDocument();
    second.unmount();
    show({ header_banner_text: 'Open again' });
    expect(await screen.findByText('Open again')).toBeInTheDocument();
  });

  test('can be stopped, and does not move with reduced motion', { tags: ['G-46'] }, async () => {
    const { visitor } = show({ header_banner_text });
    await screen.findByText('Monday');
    const moving = () => banner()?.querySelector('[data-moving]');
    expect(moving()?.className).toMatch(/motion-reduce:animate-none/);
    await visitor.click(screen.getByRole('button', { name: 'Pause banner' }));
    expect(moving()).not.toHaveClass('animate-pass');
    await visitor.click(screen.getByRole('button', { name: 'Move banner' }));
    expect(moving()).toHaveClass('animate-pass');
  });

  test('stays hidden when not fetched, and logs it', { tags: ['X-SHL-M01', 'X-BAN-02', 'X-ERR-32'] }, async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    installFakeApi(
      fake(getMyUser, myUser()),
      fake(getWaiting, { files: 0, tickets: 0, payments: null }),
      fake(getApplicationConfiguration, no(500, 'x')),
    );
    renderScreen(<CustomerShell />, { at: '/dashboard' });
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Failed to fetch banner text', expect.anything()));
    expect(banner()).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('external links', () => {
  test('the chat floats above every screen and opens in a new tab', { tags: ['X-SHL-13', 'X-GEN-06'] }, async () => {
    show({ chat_url: 'https://wa.me/38970123456' });
    const link = await screen.findByRole('link', { name: 'Chat with us (opens in a new tab)' });
    expect(link).toHaveAttribute('href', 'https://wa.me/38970123456');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link).toHaveClass('fixed');
  });

  test('the footer has the configured social links', { tags: ['X-SHL-15', 'X-GEN-08', 'G-37'] }, async () => {
    show({ social_links: [{ name: 'Instagram', url: 'https://instagram.com/tunedesk' }] });
    const list = await screen.findByRole('list', { name: 'Follow us' });
    expect(screen.getByRole('contentinfo')).toContainElement(list);
    const [link, ...others] = within(list).getAllByRole('link');
    expect(others).toEqual([]);
    expect(link).toHaveTextContent('Instagram');
    expect(link).toHaveAttribute('target', '_blank');
  });

  test('until they are decided, "Follow us" has a note for the operator', { tags: ['X-SHL-15', 'G-37'] }, async () => {
    show({});
    await waitFor(() =>
      expect(screen.getByRole('contentinfo')).toHaveTextContent(
        'Follow us: Not offered yet. Operator: decide in “First start”.',
      ),
    );
    expect(within(screen.getByRole('contentinfo')).queryByRole('link')).toBeNull();
    expect(screen.queryByRole('link', { name: /Chat/ })).not.toBeInTheDocument();
  });

  test('who may decide is led to the first start, by the footer and by the chat', { tags: ['G-37'] }, async () => {
    show({}, myUser(), ADMINISTRATOR);
    expect(await screen.findByRole('link', { name: 'Decide in “First start”' })).toHaveAttribute(
      'href',
      '/admin/first-start',
    );
    expect(screen.getByRole('link', { name: 'Chat is not offered yet: decide in “First start”' })).toHaveAttribute(
      'href',
      '/admin/first-start',
    );
  });

  test('a service that is not used is left out: no Gain, no "Follow us", no chat', { tags: ['G-37'] }, async () => {
    show({ services: NOTHING_USED });
    expect(screen.getByRole('link', { name: 'Gain' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Gain' })).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: 'Price List' })).toBeVisible();
    expect(screen.getByRole('contentinfo')).not.toHaveTextContent('Follow us');
    expect(screen.queryByRole('link', { name: /Chat/ })).not.toBeInTheDocument();
  });
});

describe('the support indicator', { tags: ['X-SHL-14', 'X-GEN-07'] }, () => {
  test.each([
    [true, 'Support is online'],
    [false, 'Support is offline'],
  ])('online: %s reads "%s"', async (admin_online, words) => {
    show({}, myUser({ admin_online }));
    expect(await screen.findByText(words)).toBeInTheDocument();
  });
});

test('offline, the age of the page changes without being read out each time', async () => {
  show({});
  await settled();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect((await screen.findByText(/Showing data from/)).closest('[aria-live]')).toHaveAttribute('aria-live', 'off');
  act(() => reportResponse());
});

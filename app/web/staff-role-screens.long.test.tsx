/// <reference types="node" />
import { act, screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { can, type Capability } from '../../contract/capabilities.ts';
import { capabilityOfStaff } from '../../contract/endpoint.ts';
import { BUILT_IN_STAFF_ROLES } from '../../contract/staff-roles.ts';
import { endpoints, nameOf } from '../endpoints.ts';
import { queryClient } from '../../web/client/query-client.ts';
import { capabilityOfAddress, mayOpen } from '../../web/client/staff-addresses.ts';
import { Routing } from './routing.tsx';
import { exampleReply } from '../../web/testing/example-reply.ts';
import { fake, installFakeApi, no } from '../../web/testing/fake-api.ts';
import { ADMINISTRATOR, renderScreen } from '../../web/testing/render-screen.tsx';

/** Every address of the staff's area, as the routes have it. */
const ADDRESSES = (() => {
  const text = readFileSync('app/web/routing.tsx', 'utf8');
  const area = text.slice(
    text.indexOf('<Area needs="admin-area.open"'),
    text.indexOf('<Area needs="customer-area.open"'),
  );
  return [...area.matchAll(/<Route path="([^"*]+)" element={<\w+ \/>}/g)]
    .map(([, path = '']) => (path.startsWith('/') ? path : `/admin/${path}`))
    .filter((path) => path !== '/admin')
    .map((path) => path.replace(':id', '1'));
})();

/** Open to everyone on the staff. */
const OPEN = ['/admin/price-list', '/admin/gain', '/admin/account-settings'];

let refused: string[] = [];

const staffOf = (staff_capabilities: readonly Capability[]) => ({
  ...ADMINISTRATOR,
  staff_capabilities: [...staff_capabilities],
});

function install(staff: ReturnType<typeof staffOf>) {
  refused = [];
  installFakeApi(
    ...endpoints.map((endpoint) =>
      fake(endpoint, (input) => {
        const needed = capabilityOfStaff(endpoint);
        if (needed !== undefined && !can(staff, needed)) {
          refused.push(nameOf(endpoint));
          return no(400, 'Your staff role does not include this.') as never;
        }
        return exampleReply(endpoint, { isPage: 'limit' in (input as object) }) as never;
      }),
    ),
  );
  const served = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((target, init) => {
    const address = target instanceof Request ? target.url : target.toString();
    // Not in the contract: the connection probe, and the event stream, which this server does not have.
    if (address.endsWith('/api/health')) return Promise.resolve(new Response('{}'));
    if (address.includes('/api/events')) return Promise.resolve(new Response('', { status: 404 }));
    return served(target, init);
  });
}

async function settle() {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await waitFor(() => {
      expect(screen.getAllByRole('heading', { level: 1 })[0]?.textContent).toBeTruthy();
      expect(queryClient.isFetching()).toBe(0);
      expect(screen.queryByText('Loading...')).toBeNull();
    });
    // Waits for parts of the screen that are loaded as separate chunks.
    await act(() => vi.dynamicImportSettled());
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  }
}

const listLinks = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '');

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

test('every address of the staff needs a capability, except those that are open to all of them', () => {
  expect(ADDRESSES.length).toBeGreaterThan(30);
  expect(ADDRESSES.filter((path) => capabilityOfAddress(path) === undefined)).toEqual(OPEN);
});

test.each(Object.entries(BUILT_IN_STAFF_ROLES))(
  '%s opens every screen without a refused call, an error, a part that never comes, or a link to what the role leaves out',
  { timeout: 180_000 },
  async (_name, capabilities) => {
    const staff = staffOf(capabilities);
    for (const at of ADDRESSES) {
      install(staff);
      const view = renderScreen(<Routing />, { at, user: staff });
      await settle();
      const isOpen = mayOpen(staff, at);
      const isRedirected = at === '/admin/dashboard' && !isOpen;
      const title = screen.getAllByRole('heading', { level: 1 })[0]?.textContent;
      const found = {
        at,
        isAt: view.location().startsWith(isRedirected ? '/admin/payments' : at),
        isLeftOut: title === 'Not part of your staff role',
        refused,
        errors: within(document.body).queryAllByText(/^(Could not load\.|Failed to load|Your staff role does not)/)
          .length,
        hidden: document.querySelectorAll('[data-coming]').length,
        dead: listLinks().filter((href) => !mayOpen(staff, href)),
      };
      expect(found).toEqual({
        at,
        isAt: true,
        isLeftOut: !isOpen && !isRedirected,
        refused: [],
        errors: 0,
        hidden: 0,
        dead: [],
      });
      view.unmount();
    }
  },
);

test('a page that the role leaves out says whose job it is, and leads back to the work', async () => {
  const staff = staffOf(BUILT_IN_STAFF_ROLES['ACCOUNTANT'] ?? []);
  install(staff);
  renderScreen(<Routing />, { at: '/admin/all-tickets', user: staff });
  expect(await screen.findByText('Open to administrators without a staff role, and to: TUNER, SUPPORT.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to my work' })).toHaveAttribute('href', '/admin/payments');
});

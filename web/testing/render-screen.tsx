import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import type { SessionUser } from '../../portal/accounts/accounts.contract.ts';
import { queryClient } from '../query-client.ts';
import { forgetSession, startSession } from '../session.ts';
import { loadBell } from '../shell/bell-menu.tsx';
import { GuardedNavigation } from '../shell/guarded-navigation.tsx';
import { Menu } from '../ui/menu.tsx';
import { Modal } from '../ui/modal.tsx';
import { Toaster } from '../ui/toast.tsx';

// As after the first press: a test of a screen is not about when the program of its menus and dialogs comes.
await Promise.all([Menu.loadOnce(), Modal.loadOnce(), loadBell()]);

export const CUSTOMER: SessionUser = {
  id: 7,
  email: 'ana@example.com',
  username: 'ana',
  phone: '+389 70 111 222',
  country: 'North Macedonia',
  role: 'CUSTOMER',
};

export const ADMINISTRATOR: SessionUser = {
  ...CUSTOMER,
  id: 1,
  username: 'support',
  email: 's@example.com',
  role: 'ADMIN',
};

/** A token as the server makes it, unsigned: the browser only reads it. */
export const tokenOf = (user: SessionUser): string => {
  const bytes = new TextEncoder().encode(JSON.stringify({ sub: JSON.stringify(user) }));
  return `e30.${btoa(String.fromCharCode(...bytes))}.x`;
};

/** A screen that has nothing to do with the one that is tested. */
export const ELSEWHERE = '/elsewhere';

interface Options {
  /** Where the visitor is; the screen is shown there whatever `path` is. */
  at?: string;
  /** The route's pattern, for screens that read parameters. */
  path?: string;
  user?: SessionUser | null;
}

/** Shows one screen as the app would; `location()` returns where the visitor has been led. */
export function renderScreen(screen: ReactNode, { at = '/', path = '*', user = CUSTOMER }: Options = {}) {
  queryClient.clear();
  if (user === null) forgetSession({ isEnded: false });
  else startSession(tokenOf(user));
  let place = at;
  let go: (to: string) => unknown = () => undefined;
  function Follow() {
    const { pathname, search } = useLocation();
    place = pathname + search;
    return null;
  }
  /** Where links and redirects of the screen are, behind the question about unsaved changes. */
  function Leader() {
    const navigate = useNavigate();
    useEffect(() => {
      go = navigate;
    });
    return null;
  }
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Follow />
        <GuardedNavigation>
          <Leader />
          <Routes>
            <Route path={ELSEWHERE} element={<p>elsewhere</p>} />
            <Route path={path} element={screen} />
            <Route path="*" element={<p>elsewhere</p>} />
          </Routes>
        </GuardedNavigation>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  const goTo = (to: string) => act(async () => void go(to));
  return { ...view, visitor: userEvent.setup(), location: () => place, goTo };
}

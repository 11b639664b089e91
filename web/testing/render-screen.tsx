import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, parsePath, useLocation, useNavigate } from 'react-router';
import type { SessionUser } from '../../contract/session.ts';
import { queryClient } from '../client/query-client.ts';
import { forgetSession, startSession } from '../client/session.ts';
import { loadBell } from '../../app/web/shell/top-bar.tsx';
import { GuardedNavigation } from '../../app/web/shell/guarded-navigation.tsx';
import { Menu } from '../ui/menu.tsx';
import { Modal } from '../ui/modal.tsx';
import { Toaster } from '../ui/toast.tsx';
import { setupVisitor } from './visitor.ts';

// Preloads menus and dialogs, as after the first press: screen tests are not about lazy loading.
await Promise.all([Menu.loadOnce(), Modal.loadOnce(), loadBell()]);

export const CUSTOMER: SessionUser = {
  id: 7,
  email: 'ana@example.com',
  username: 'ana',
  phone: '+389 70 111 222',
  country: 'North Macedonia',
  role: 'CUSTOMER',
  staff_capabilities: null,
};

export const ADMINISTRATOR: SessionUser = {
  ...CUSTOMER,
  id: 1,
  username: 'support',
  email: 's@example.com',
  role: 'ADMIN',
};

/** Builds a token like the server's, but unsigned, because the browser only reads it. */
export const tokenOf = (user: SessionUser): string => {
  const bytes = new TextEncoder().encode(JSON.stringify({ sub: JSON.stringify(user) }));
  return `e30.${btoa(String.fromCharCode(...bytes))}.x`;
};

/** Path of a screen that is unrelated to the tested one. */
export const ELSEWHERE = '/elsewhere';

interface Options {
  /** The visitor's address. */
  at?: string;
  /** Route pattern, for screens that read parameters. */
  path?: string;
  user?: SessionUser | null;
  /** What the link to the screen has passed on. */
  state?: object | null;
}

/** Renders a screen as the app would; `location()` returns the visitor's current address. */
export function renderScreen(screen: ReactNode, { at = '/', path = '*', user = CUSTOMER, state = null }: Options = {}) {
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
  /** Navigates like links and redirects of the screen, guarded by the question about unsaved changes. */
  function Leader() {
    const navigate = useNavigate();
    useEffect(() => {
      go = navigate;
    });
    return null;
  }
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
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
  return { ...view, visitor: setupVisitor(), location: () => place, goTo };
}

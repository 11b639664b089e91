import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useLiveQueries } from '../../../web/client/live-queries.ts';
import { useStoredPush } from '../../../features/messaging/web/push.ts';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { SkeletonPage } from '../../../web/ui/skeleton-shapes.tsx';
import { ChatLink } from './chat-link.tsx';
import { Commands } from './commands.tsx';
import { ScreenBoundary } from './fault-boundary.tsx';
import { Footer } from '../../../features/shop/web/footer.tsx';
import { GuardedNavigation } from './guarded-navigation.tsx';
import { HeaderBanner } from './header-banner.tsx';
import { MainArea, focusMain } from '../../../web/frame/main-area.tsx';
import { OfflineStrip } from '../../../web/frame/offline-strip.tsx';
import { PageAge } from './page-age.tsx';
import { NewVersionStrip } from './new-version-strip.tsx';
import { useShopOnPage } from './shop-on-page.ts';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar, locateEntry, type SidebarProps } from './sidebar.tsx';
import type { DrawerProps } from './sidebar-drawer.tsx';
import { TopBar, type TopBarProps } from './top-bar.tsx';
import { useUnreadCount } from '../../../features/accounts/web/unread.api.ts';
import { OUTSIDE_SERVICES } from '../../../features/shop/settings.calls.ts';
import { useApplicationConfiguration } from '../../../features/shop/web/settings.api.ts';
import { can } from '../../../contract/capabilities.ts';

const SidebarDrawer = lazyDialog<DrawerProps>(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);

type FrameProps = Omit<SidebarProps, 'onChosen'> &
  Omit<TopBarProps, 'onOpenMenu'> & {
    /** Content between the top bar and the screen. */
    strip?: ReactNode;
  };

/** Sidebar, top bar, screen and footer of an area. */
export function ShellFrame({ entries: all, foot, indicator, status, settingsPath, strip }: FrameProps) {
  const isWide = useMediaQuery('(width >= 1024px)');
  const [isMenuOpen, setMenuOpen] = useState(false);
  useSpaceForTopBar();
  useLiveQueries();
  useShopOnPage();
  const session = useSession();
  const { entries, isRefused } = useEntries(all);
  useStoredPush(session?.token);
  return (
    <GuardedNavigation>
      <div className="min-h-dvh [--sticky-top:0px] sm:[--sticky-top:var(--spacing-top-bar)] lg:grid lg:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)]">
        <SkipLink />
        {isWide ? (
          <StandingSidebar entries={entries} foot={foot} />
        ) : (
          <SidebarDrawer entries={entries} foot={foot} open={isMenuOpen} onClose={() => setMenuOpen(false)} />
        )}
        <div className="flex min-h-dvh min-w-0 flex-col">
          <HeaderBanner />
          <TopBar
            indicator={indicator}
            status={status}
            settingsPath={settingsPath}
            onOpenMenu={isWide ? null : () => setMenuOpen(true)}
          />
          <OfflineStrip age={<PageAge />} />
          <NewVersionStrip />
          {strip}
          <ScreenArea>
            <ScreenBoundary>
              <Suspense fallback={<SkeletonPage />}>
                {isRefused ? <Navigate to={entries[0]?.to ?? settingsPath} replace /> : <Outlet />}
              </Suspense>
            </ScreenBoundary>
          </ScreenArea>
          <Footer />
        </div>
        <ChatLink />
        <Shortcuts entries={entries} />
        <Commands entries={entries} settingsPath={settingsPath} />
      </div>
    </GuardedNavigation>
  );
}

/** Returns the entries that this user sees here, and whether the present screen is one of those that they may not open. */
function useEntries(all: SidebarProps['entries']) {
  const user = useSession()?.user;
  const unused = useUnusedServices();
  // Memoised, because other components depend on the identity of these lists.
  const allowed = useMemo(() => all.filter(({ needs }) => needs === undefined || can(user, needs)), [all, user]);
  const entries = useMemo(
    () => allowed.filter(({ service }) => service === undefined || !unused.split(' ').includes(service)),
    [allowed, unused],
  );
  const { pathname } = useLocation();
  // Redirects, because the server would end the session of a user who makes a call without permission.
  const isRefused = all.some((entry) => !allowed.includes(entry) && locateEntry(entry, pathname) !== 'elsewhere');
  return { entries, isRefused };
}

/** Returns the services that are not used, as one text: a list would be another one with every response. */
function useUnusedServices(): string {
  const services = useApplicationConfiguration().data?.services;
  return OUTSIDE_SERVICES.filter((service) => services?.[service] === 'NOT_USED').join(' ');
}

/** A component of its own, so that only this part re-renders for each notification. */
const ScreenArea = ({ children }: { children: ReactNode }) => (
  <MainArea unread={useUnreadCount()} className="mx-auto w-full max-w-360 flex-1 px-4 py-4 sm:px-5 sm:py-5">
    {children}
  </MainArea>
);

const StandingSidebar = (props: SidebarProps) => (
  <div className="dark border-r bg-bg text-text">
    <div className="sticky top-0 h-dvh overflow-y-auto">
      <Sidebar {...props} />
    </div>
  </div>
);

function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // Leaves the address as it is: a fragment would add one more step back.
        event.preventDefault();
        focusMain();
      }}
      className="sr-only rounded-control bg-accent px-4 py-2.5 font-strong text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-2.5"
    >
      {t('common.shell.skipToContent')}
    </a>
  );
}

/** Reserves room, so that a focused element is not scrolled behind the sticky bar (WCAG 2.4.11). */
function useSpaceForTopBar() {
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingTop = '5rem';
    return () => {
      style.scrollPaddingTop = '';
    };
  }, []);
}

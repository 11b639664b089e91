import { type ComponentType, type ReactNode, Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { MessageCircle } from 'lucide-react';
import { onOldSignIn } from '../../../web/client/call.ts';
import { useLiveQueries } from '../../../web/client/live-queries.ts';
import { useStoredPush } from '../../../features/messaging/web/push.ts';
import { useSession } from '../../../web/client/session.ts';
import { mayOpen } from '../../../web/client/staff-addresses.ts';
import { t } from '../../../web/languages/text.ts';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { SkeletonPage } from '../../../web/ui/skeleton-shapes.tsx';
import { Commands } from './commands.tsx';
import { ScreenBoundary } from './fault-boundary.tsx';
import { Footer, useChatLink } from '../../../features/shop/web/footer.tsx';
import { GuardedNavigation } from './guarded-navigation.tsx';
import { HeaderBanner } from './header-banner.tsx';
import { MainArea, focusMain } from '../../../web/frame/main-area.tsx';
import { OfflineStrip, PageStrip } from '../../../web/frame/offline-strip.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar, type SidebarProps, locateEntry } from './sidebar.tsx';
import type { DrawerProps } from './sidebar-drawer.tsx';
import { TopBar, type TopBarProps } from './top-bar.tsx';
import { useUnreadCount } from '../../../features/accounts/web/unread.api.ts';
import { type ApplicationConfiguration, OUTSIDE_SERVICES } from '../../../features/shop/settings.calls.ts';
import { useApplicationConfiguration } from '../../../features/shop/web/settings.api.ts';
import { getLastResponseAt } from '../../../web/client/connection.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { shopOnPage } from '../../../web/frame/shop.ts';
import { switchToNewVersion, useNewVersion } from '../../../web/client/app-version.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';

const SidebarDrawer = lazyDialog<DrawerProps>(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);

onOldSignIn(async () =>
  (await import('../../../features/accounts/web/second-factor/sign-in-again.tsx')).askToSignInAgain(),
);

/** Loaded where there are tabs; most screens are no tab of an entry. */
const EntryTabs = lazy(() => import('./entry-tabs.tsx'));

function TabsOfEntry({ entries }: Pick<SidebarProps, 'entries'>) {
  const { pathname } = useLocation();
  const tabOf = entries.find((entry) => entry.tabOf && locateEntry(entry, pathname) !== 'elsewhere')?.tabOf;
  if (tabOf === undefined) return null;
  return (
    <div className="mx-auto min-h-13 w-full max-w-360 px-4 pt-2 sm:px-5">
      <Suspense>
        <EntryTabs name={tabOf.text} tabs={entries.filter((entry) => entry.tabOf === tabOf)} />
      </Suspense>
    </div>
  );
}

type FrameProps = Omit<SidebarProps, 'onChosen'> &
  Omit<TopBarProps, 'onOpenMenu'> & {
    /** Content between the top bar and the screen. */
    strip?: ReactNode;
    /** Offers further actions of the area in the palette. */
    Actions?: ComponentType;
  };

/** Sidebar, top bar, screen and footer of an area. */
export function ShellFrame({ entries: all, foot, strip, Actions, ...bar }: FrameProps) {
  const isWide = useMediaQuery('(width >= 1024px)');
  const [isMenuOpen, setMenuOpen] = useState(false);
  useSpaceForTopBar();
  useLiveQueries();
  useShopOnPage();
  const session = useSession();
  const entries = useEntries(all);
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
          <TopBar {...bar} onOpenMenu={isWide ? null : () => setMenuOpen(true)} />
          <OfflineStrip age={<PageAge />} />
          <NewVersionStrip />
          {strip}
          <TabsOfEntry entries={entries} />
          <ScreenArea>
            <ScreenBoundary>
              <Suspense fallback={<SkeletonPage />}>
                <Outlet />
              </Suspense>
            </ScreenBoundary>
          </ScreenArea>
          <Footer />
        </div>
        <ChatLink />
        <Shortcuts entries={entries} />
        <Commands entries={entries} settingsPath={bar.settingsPath} Actions={Actions} />
      </div>
    </GuardedNavigation>
  );
}

/** Returns the entries that this user sees here. */
function useEntries(all: SidebarProps['entries']) {
  const user = useSession()?.user;
  const unused = useUnusedServices();
  // Memoised, because other components depend on the identity of the list.
  return useMemo(
    () =>
      all.filter(
        ({ to, service }) => mayOpen(user, to) && (service === undefined || !unused.split(' ').includes(service)),
      ),
    [all, user, unused],
  );
}

/** Returns the services that are not used, as one text: a list would be another one with every response. */
function useUnusedServices(): string {
  const services = useApplicationConfiguration().data?.services;
  return OUTSIDE_SERVICES.filter((service) => services?.[service] === 'NOT_USED').join(' ');
}

/** A component of its own, so that only this part re-renders for each notification. */
const ScreenArea = ({ children }: { children: ReactNode }) => (
  <MainArea unread={useUnreadCount()} className={`${WIDTH} mx-auto w-full flex-1 px-4 pt-3 pb-4 sm:px-5 sm:py-5`}>
    {children}
  </MainArea>
);
const WIDTH = 'max-w-360 has-[[data-desk]]:max-w-480';

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

/** Shows the age of the page: without a connection, it is as old as the portal's last response. Its changes are not read out. */
function PageAge() {
  const at = getLastResponseAt();
  return (
    <span aria-live="off">
      {t('common.shell.pageAge')} <TimeStamp value={at} /> (<TimeStamp value={at} relative />
      ).
    </span>
  );
}

/**
 * Applies a new name, logo or time zone to open pages, also for components rendered below; before a login, the next page
 * has it.
 */
export function useShopOnPage(): void {
  const { data } = useApplicationConfiguration();
  if (data !== undefined) show(data);
}

function show({ shop_name, logo_url, time_zone }: ApplicationConfiguration): void {
  shopOnPage.shop = shop_name ?? '';
  shopOnPage.logo = logo_url ?? '';
  shopOnPage.zone = time_zone;
}

/** Announces a new version of the portal; the page stays as it is until the visitor reloads it. */
export function NewVersionStrip() {
  if (!useNewVersion()) return null;
  return (
    <PageStrip>
      <Alert
        kind="info"
        action={
          <Button small onClick={() => switchToNewVersion()}>
            {t('common.reload')}
          </Button>
        }
      >
        {t('common.shell.newVersion')}
      </Alert>
    </PageStrip>
  );
}

const LOOK =
  'fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-10 inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-accent px-3.5 text-body font-strong text-on-accent shadow-overlay hover:bg-accent-hover';

/** Floats above every screen of a portal with a chat (X-GEN-06). */
function ChatLink() {
  const link = useChatLink();
  if (link === null) return null;
  if (link === 'undecided') {
    return (
      <Link to="/admin/first-start" title={t('common.shell.chat.undecided')} className={LOOK}>
        <Inside text={t('common.shell.chat.undecided')} />
      </Link>
    );
  }
  return (
    <a href={link.url} target="_blank" rel="noopener noreferrer" title={t('common.shell.chat.open')} className={LOOK}>
      <Inside text={t('common.shell.chat.openInNewTab')} />
    </a>
  );
}

const Inside = ({ text }: { text: string }) => (
  <>
    <MessageCircle aria-hidden="true" size={20} />
    <span className="sr-only">{text}</span>
    <span aria-hidden="true" className="hidden lg:inline">
      {t('common.chat')}
    </span>
  </>
);

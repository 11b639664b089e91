import {
  Bell,
  CircleUserRound,
  Keyboard,
  LogOut,
  Menu as MenuIcon,
  MonitorSmartphone,
  Search,
  Settings,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Brand } from '../../../web/frame/brand.tsx';
import { showPalette } from './commands.tsx';
import { Greeting } from '../../../features/accounts/web/greeting.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { useLogout, useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import { useSession } from '../../../web/client/session.ts';
import { Menu } from '../../../web/ui/menu.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import { showShortcuts } from '../../../web/frame/actions.ts';
import { lazyPopup } from '../../../web/ui/lazy-dialog.tsx';

export interface TopBarProps {
  /** The area's own display: the balance or the clock. */
  indicator: ReactNode;
  /** Shown before the instrument: whether support is online. */
  status?: ReactNode;
  settingsPath: string;
  /** Offers to go on with the open page on another device; missing in areas of which no other device opens a page. */
  onContinueElsewhere?: (() => void) | undefined;
  /** Null where the sidebar is always visible. */
  onOpenMenu: (() => void) | null;
}

/** One line from 640 px up; on phones, the greeting and the instrument have their own line. */
export function TopBar({ indicator, status, settingsPath, onContinueElsewhere, onOpenMenu }: TopBarProps) {
  return (
    <header className="z-20 border-b bg-surface sm:sticky sm:top-0">
      <div className="flex flex-wrap items-center px-1 sm:gap-x-3 sm:h-top-bar sm:flex-nowrap sm:px-5">
        {onOpenMenu && (
          <div className="flex h-14 min-w-0 flex-[1_1_0] items-center sm:flex-none sm:gap-1">
            <Button variant="quiet" icon={<MenuIcon />} iconOnly onClick={onOpenMenu}>
              {t('common.shell.openMenu')}
            </Button>
            <Brand isShort />
          </div>
        )}
        <div className="order-last -mx-1 flex min-h-11 w-[calc(100%+0.5rem)] min-w-0 items-center justify-between gap-3 border-t px-4 sm:order-none sm:mx-0 sm:w-auto sm:flex-1 sm:justify-end sm:border-t-0 sm:px-0">
          <Greeting />
          {status}
          {indicator}
        </div>
        <div className="ml-auto flex shrink-0 items-center sm:ml-0">
          <Button variant="quiet" icon={<Search />} iconOnly aria-keyshortcuts="Control+K Meta+K" onClick={showPalette}>
            {t('common.shell.palette.openHint')}
          </Button>
          <BellMenu />
          <RefreshButton />
          <AccountMenu {...{ settingsPath, onContinueElsewhere }} />
        </div>
      </div>
    </header>
  );
}

type AccountMenuProps = Pick<TopBarProps, 'settingsPath' | 'onContinueElsewhere'>;

/** Logging out needs no redirect here: the area's guard leads to /login as soon as the session is gone. */
function AccountMenu({ settingsPath, onContinueElsewhere }: AccountMenuProps) {
  const user = useSession()?.user;
  const logout = useLogout();
  return (
    <Menu
      trigger={
        <Button variant="quiet" icon={<CircleUserRound />} iconOnly>
          {t('common.shell.accountMenu')}
        </Button>
      }
      header={
        user && (
          <>
            <p className="text-body font-strong text-text wrap-anywhere">{user.username}</p>
            <p className="wrap-anywhere">
              <EmailText email={user.email} />
            </p>
          </>
        )
      }
      items={[
        { text: t('common.shell.accountSettings'), icon: <Settings />, to: settingsPath },
        ...(onContinueElsewhere
          ? [{ text: t('accounts.continuation.title'), icon: <MonitorSmartphone />, onSelect: onContinueElsewhere }]
          : []),
        { text: t('common.keyboardShortcuts'), icon: <Keyboard />, onSelect: showShortcuts },
        { text: t('common.logout'), icon: <LogOut />, onSelect: logout },
      ]}
    />
  );
}

const Behind = lazyPopup(async () => (await import('./bell-popover.tsx')).BellPopover, 'dialog');

/** Loads the menu before its button is pressed. */
export const loadBell = Behind.loadOnce;

/** The bell menu: unread notifications, and the notices of this visit. */
export function BellMenu() {
  const unread = useMyUser().data?.notifications.length ?? 0;
  return (
    <Behind
      trigger={
        <Button variant="quiet" iconOnly className="relative" icon={<BellIcon unread={unread} />}>
          {unread > 0 ? t('messaging.bell.unreadCount', { count: unread }) : t('messaging.bell.title')}
        </Button>
      }
    />
  );
}

function BellIcon({ unread }: { unread: number }) {
  return (
    <>
      <Bell aria-hidden="true" className="size-4.5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 left-[calc(50%+0.25rem)] min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem]/4 font-strong text-on-accent ring-2 ring-surface"
        >
          {unread < 50 ? unread : '49+'}
        </span>
      )}
    </>
  );
}

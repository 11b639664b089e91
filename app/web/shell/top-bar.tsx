import { Menu as MenuIcon, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BellMenu } from './bell-menu.tsx';
import { Brand } from '../../../web/frame/brand.tsx';
import { showPalette } from './commands.tsx';
import { Greeting } from '../../../features/accounts/web/greeting.tsx';
import { RefreshButton } from './refresh-button.tsx';

export interface TopBarProps {
  /** The area's own display: the balance or the clock. */
  indicator: ReactNode;
  /** Shown before the instrument: whether support is online. */
  status?: ReactNode;
  settingsPath: string;
  /** Null where the sidebar is always visible. */
  onOpenMenu: (() => void) | null;
}

/** One line from 640 px up; on phones, the greeting and the instrument have their own line. */
export function TopBar({ indicator, status, settingsPath, onOpenMenu }: TopBarProps) {
  return (
    <header className="z-20 border-b bg-surface sm:sticky sm:top-0">
      <div className="flex flex-wrap items-center gap-x-3 px-2 sm:h-top-bar sm:flex-nowrap sm:px-5">
        {onOpenMenu && (
          <div className="flex h-14 items-center gap-1">
            <Button variant="quiet" icon={<MenuIcon />} iconOnly onClick={onOpenMenu}>
              {t('common.shell.openMenu')}
            </Button>
            <Brand isShort />
          </div>
        )}
        <div className="order-last -mx-2 flex min-h-11 w-[calc(100%+1rem)] min-w-0 items-center justify-between gap-3 border-t px-4 sm:order-none sm:mx-0 sm:w-auto sm:flex-1 sm:justify-end sm:border-t-0 sm:px-0">
          <Greeting />
          {status}
          {indicator}
        </div>
        <div className="ml-auto flex items-center sm:ml-0">
          {/* Hidden on phones: they have no keyboard, and the account menu offers it. */}
          <span className="max-sm:hidden">
            <Button
              variant="quiet"
              icon={<Search />}
              iconOnly
              aria-keyshortcuts="Control+K Meta+K"
              onClick={showPalette}
            >
              {t('common.shell.palette.openHint')}
            </Button>
          </span>
          <BellMenu />
          <RefreshButton />
          <AccountMenu settingsPath={settingsPath} />
        </div>
      </div>
    </header>
  );
}

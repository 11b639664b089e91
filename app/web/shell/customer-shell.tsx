import {
  Cpu,
  Files,
  History,
  LayoutDashboard,
  MessagesSquare,
  Moon,
  ShoppingBag,
  Tags,
  Upload,
  Wallet,
} from 'lucide-react';
import { useMemo } from 'react';
import { CompleteProfileStrip } from '../../../features/accounts/web/complete-profile-strip.tsx';
import { ConfirmEmailStrip } from '../../../features/accounts/web/confirm-email-strip.tsx';
import { t, textKey } from '../../../web/languages/text.ts';
import { chooseDark, isDarkChosen, useTheme } from '../../../web/ui/dark-mode.ts';
import { BalanceBadge } from './balance-badge.tsx';
import { useBalanceNotice } from './balance-notice.ts';
import { useActions } from '../../../web/frame/actions.ts';
import { DarkModeToggle } from './dark-mode-toggle.tsx';
import { ShellFrame } from './shell-frame.tsx';
import type { SidebarEntry } from './sidebar.tsx';
import { SupportIndicator } from './support-indicator.tsx';

/** Contains only screens that exist. */
const entries: readonly SidebarEntry[] = [
  { text: textKey('common.dashboard'), to: '/dashboard', shortcut: 'd', Icon: LayoutDashboard },
  { text: textKey('common.uploadFile'), to: '/upload', shortcut: 'u', Icon: Upload },
  {
    text: textKey('common.shell.dtcOff'),
    to: '/upload-ai',
    shortcut: 'o',
    Icon: Cpu,
    badge: textKey('common.shell.newBadge'),
  },
  {
    text: textKey('common.myFiles'),
    to: '/my-files',
    shortcut: 'f',
    Icon: Files,
    also: ['/view-file'],
    waiting: 'files',
  },
  {
    text: textKey('common.myTickets'),
    to: '/my-ticket',
    shortcut: 't',
    Icon: MessagesSquare,
    also: ['/create-ticket'],
    waiting: 'tickets',
  },
  { text: textKey('common.myCreditsHistory'), to: '/my-credits-history', shortcut: 'h', Icon: History },
  { text: textKey('common.shell.priceList'), to: '/price-list', shortcut: 'p', Icon: Tags },
  { text: textKey('common.buyCredits'), to: '/buy-credits', shortcut: 'b', Icon: Wallet },
  { text: textKey('common.gain'), to: '/gain', service: 'gain', Icon: ShoppingBag },
];

export default function CustomerShell() {
  useTheme('chosen');
  useCustomerActions();
  useBalanceNotice();
  return (
    <ShellFrame
      entries={entries}
      foot={<DarkModeToggle />}
      indicator={<BalanceBadge />}
      status={<SupportIndicator />}
      settingsPath="/account-settings"
      strip={
        <>
          <ConfirmEmailStrip />
          <CompleteProfileStrip />
        </>
      }
    />
  );
}

const useCustomerActions = () =>
  useActions(
    useMemo(
      () => [
        {
          id: 'dark mode',
          group: t('common.anywhere'),
          text: t('common.shell.darkModeToggle'),
          Icon: Moon,
          run: () => chooseDark(!isDarkChosen()),
        },
      ],
      [],
    ),
  );

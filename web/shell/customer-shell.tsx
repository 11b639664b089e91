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
import { CompleteProfileStrip } from '../../portal/accounts/web/complete-profile-strip.tsx';
import { ConfirmEmailStrip } from '../../portal/accounts/web/confirm-email-strip.tsx';
import { t } from '../text.ts';
import { chooseDark, isDarkChosen, useTheme } from '../ui/dark-mode.ts';
import { BalanceBadge } from './balance-badge.tsx';
import { useBalanceNotice } from './balance-notice.ts';
import { useActions } from './actions.ts';
import { DarkModeToggle } from './dark-mode-toggle.tsx';
import { ShellFrame } from './shell-frame.tsx';
import type { SidebarEntry } from './sidebar.tsx';
import { SupportIndicator } from './support-indicator.tsx';

/** Only screens that exist. */
const entries: readonly SidebarEntry[] = [
  { text: 'Dashboard', to: '/dashboard', shortcut: 'd', Icon: LayoutDashboard },
  { text: 'Upload File', to: '/upload', shortcut: 'u', Icon: Upload },
  { text: 'DTC OFF', to: '/upload-ai', shortcut: 'o', Icon: Cpu, badge: 'NEW' },
  { text: 'My Files', to: '/my-files', shortcut: 'f', Icon: Files, also: ['/view-file'], waiting: 'files' },
  {
    text: 'My Tickets',
    to: '/my-ticket',
    shortcut: 't',
    Icon: MessagesSquare,
    also: ['/create-ticket'],
    waiting: 'tickets',
  },
  { text: 'My Credits History', to: '/my-credits-history', shortcut: 'h', Icon: History },
  { text: 'Price List', to: '/price-list', shortcut: 'p', Icon: Tags },
  { text: 'Buy Credits', to: '/buy-credits', shortcut: 'b', Icon: Wallet },
  { text: 'Gain', to: '/gain', Icon: ShoppingBag },
];

export default function CustomerShell() {
  useTheme('chosen');
  useCustomerActions();
  useBalanceNotice();
  return (
    <ShellFrame
      entries={entries}
      foot={<DarkModeToggle />}
      instrument={<BalanceBadge />}
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
          group: t('Anywhere'),
          text: t('Switch dark mode on or off'),
          Icon: Moon,
          run: () => chooseDark(!isDarkChosen()),
        },
      ],
      [],
    ),
  );

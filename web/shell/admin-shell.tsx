import {
  Files,
  History,
  LayoutDashboard,
  MessagesSquare,
  ScrollText,
  ShoppingBag,
  Tags,
  Users,
  Wallet,
} from 'lucide-react';
import { useMyUser } from '../../portal/accounts/web/accounts.api.ts';
import { useTheme } from '../ui/dark-mode.ts';
import { QueueEverywhere } from '../../portal/tickets/web/queue-actions.tsx';
import { useAdminActions } from './admin-actions.ts';
import { ShellFrame } from './shell-frame.tsx';
import type { SidebarEntry } from './sidebar.tsx';
import { ZoneClock } from './zone-clock.tsx';

/** Only screens that exist. */
const entries: readonly SidebarEntry[] = [
  { text: 'Dashboard', to: '/admin/dashboard', letter: 'd', Icon: LayoutDashboard },
  { text: 'All files', to: '/admin/all-files', letter: 'f', Icon: Files, also: ['/admin/view-file'] },
  { text: 'All tickets', to: '/admin/all-tickets', letter: 't', Icon: MessagesSquare, also: ['/admin/create-ticket'] },
  { text: 'All users', to: '/admin/all-users', letter: 'u', Icon: Users, also: ['/admin/edit-user'] },
  { text: 'All Credits History', to: '/admin/credits-ledger', letter: 'h', Icon: History },
  { text: 'Payments', to: '/admin/payments', Icon: Wallet },
  { text: 'Gain', to: '/admin/gain', Icon: ShoppingBag },
  { text: 'Price list', to: '/admin/price-list', letter: 'p', Icon: Tags },
  { text: 'Audit list', to: '/admin/audit', letter: 'a', Icon: ScrollText },
];

/** Neither a balance nor a dark mode toggle: the area follows the operating system (A-SHL-15, A-SHL-16, G-44). */
export default function AdminShell() {
  useTheme('system');
  useAdminActions();
  // An administrator who was deactivated notices within seconds, and not at the next click.
  useMyUser();
  return (
    <>
      <QueueEverywhere />
      <ShellFrame entries={entries} instrument={<ZoneClock />} settingsPath="/admin/account-settings" />
    </>
  );
}

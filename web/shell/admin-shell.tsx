import {
  BellRing,
  CircleDollarSign,
  Cpu,
  Files,
  History,
  ImagePlay,
  Images,
  LayoutDashboard,
  Mail,
  MessagesSquare,
  ScrollText,
  Settings2,
  ShieldAlert,
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

const SOLUTION_FORMS = ['/admin/add-solution', '/admin/edit-solution'];

/** Only screens that exist. */
const work: readonly SidebarEntry[] = [
  { text: 'Dashboard', to: '/admin/dashboard', needs: 'dashboard.read-all', shortcut: 'd', Icon: LayoutDashboard },
  {
    text: 'All files',
    to: '/admin/all-files',
    needs: 'files.read-all',
    shortcut: 'f',
    Icon: Files,
    also: ['/admin/view-file'],
    waiting: 'files',
    isWork: true,
  },
  {
    text: 'All tickets',
    to: '/admin/all-tickets',
    needs: 'tickets.read-all',
    shortcut: 't',
    Icon: MessagesSquare,
    also: ['/admin/create-ticket'],
    waiting: 'tickets',
    isWork: true,
  },
  { text: 'DTC OFF files', to: '/admin/dtc-off-files', needs: 'dtc-off.read-all', shortcut: 'o', Icon: Cpu },
];
const money: readonly SidebarEntry[] = [
  { text: 'All Credits History', to: '/admin/credits-ledger', needs: 'ledger.read-all', shortcut: 'h', Icon: History },
  {
    text: 'Payments',
    to: '/admin/payments',
    needs: 'payments.review',
    shortcut: 'm',
    Icon: Wallet,
    waiting: 'payments',
  },
  { text: 'Price list', to: '/admin/price-list', shortcut: 'p', Icon: Tags },
];
const people: readonly SidebarEntry[] = [
  {
    text: 'All users',
    to: '/admin/all-users',
    needs: 'users.read-all',
    shortcut: 'u',
    Icon: Users,
    also: ['/admin/edit-user'],
  },
  { text: 'Email', to: '/admin/email', needs: 'mailings.send', shortcut: 'e', Icon: Mail },
  {
    text: 'Push notification',
    to: '/admin/push-notification',
    needs: 'notifications.send',
    shortcut: 'n',
    Icon: BellRing,
  },
];
const portal: readonly SidebarEntry[] = [
  {
    text: 'Solution Price',
    to: '/admin/solutions',
    needs: 'catalogue.change',
    shortcut: 's',
    Icon: CircleDollarSign,
    also: SOLUTION_FORMS,
  },
  { text: 'Solution images', to: '/admin/solution-images', needs: 'catalogue.change', shortcut: 'i', Icon: Images },
  { text: 'Login/Register Images', to: '/admin/login-images', needs: 'media.change', shortcut: 'l', Icon: ImagePlay },
  { text: 'Gain', to: '/admin/gain', shortcut: 'g', Icon: ShoppingBag },
  {
    text: 'Configuration',
    to: '/admin/application-configuration',
    needs: 'settings.change',
    shortcut: 'c',
    Icon: Settings2,
  },
  { text: 'Audit list', to: '/admin/audit', needs: 'audit.read', shortcut: 'a', Icon: ScrollText },
  { text: 'Security log', to: '/admin/security-log', needs: 'security.read', shortcut: 'y', Icon: ShieldAlert },
];
const groups = { Work: work, Money: money, People: people, Portal: portal };
const entries = Object.entries(groups).flatMap(([group, members]) => members.map((entry) => ({ ...entry, group })));

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

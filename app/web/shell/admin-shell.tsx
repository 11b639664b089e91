import {
  Archive,
  BellRing,
  ChartColumn,
  CircleDollarSign,
  Cpu,
  Files,
  HardDrive,
  History,
  ImagePlay,
  Images,
  LayoutDashboard,
  Link2,
  Mail,
  Mails,
  MessagesSquare,
  ScrollText,
  Settings2,
  ShieldAlert,
  ShoppingBag,
  Tags,
  Trash2,
  Users,
  Wallet,
} from 'lucide-react';
import { lazy } from 'react';
import { useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import { useTheme } from '../../../web/ui/dark-mode.ts';
import { QueueEverywhere } from '../../../features/tickets/web/queue-everywhere.tsx';
import { ShellFrame } from './shell-frame.tsx';
import type { SidebarEntry } from './sidebar.tsx';
import { ZoneClock } from './zone-clock.tsx';
import { textKey } from '../../../web/languages/text.ts';
import { useCan } from '../../../web/client/session.ts';

const SOLUTION_FORMS = ['/admin/add-solution', '/admin/edit-solution', '/admin/standard-solutions'];

/** What is looked up rather than worked on, each under its own address. */
const RECORDS = { text: textKey('common.shell.records'), Icon: Archive };
const EMAIL = { text: textKey('common.email'), Icon: Mail };

/** Contains only screens that exist. */
const work: readonly SidebarEntry[] = [
  {
    text: textKey('common.dashboard'),
    to: '/admin/dashboard',
    shortcut: 'd',
    Icon: LayoutDashboard,
  },
  {
    text: textKey('common.allFiles'),
    to: '/admin/all-files',
    shortcut: 'f',
    Icon: Files,
    also: ['/admin/view-file'],
    waiting: 'files',
    parts: 'files',
    isWork: true,
  },
  {
    text: textKey('common.allTickets'),
    to: '/admin/all-tickets',
    shortcut: 't',
    Icon: MessagesSquare,
    also: ['/admin/create-ticket'],
    waiting: 'tickets',
    parts: 'tickets',
    isWork: true,
  },
  {
    text: textKey('common.dtcOffFiles'),
    to: '/admin/dtc-off-files',
    shortcut: 'o',
    Icon: Cpu,
  },
];
const money: readonly SidebarEntry[] = [
  {
    text: textKey('common.allCreditsHistory'),
    to: '/admin/credits-ledger',
    shortcut: 'h',
    Icon: History,
  },
  {
    text: textKey('common.payments'),
    to: '/admin/payments',
    shortcut: 'm',
    Icon: Wallet,
    waiting: 'payments',
  },
  {
    text: textKey('shop.reports.title'),
    to: '/admin/reports',
    shortcut: 'r',
    Icon: ChartColumn,
  },
  { text: textKey('common.shell.priceListForStaff'), to: '/admin/price-list', shortcut: 'p', Icon: Tags },
];
const people: readonly SidebarEntry[] = [
  {
    text: textKey('common.allUsers'),
    to: '/admin/all-users',
    shortcut: 'u',
    Icon: Users,
    also: ['/admin/edit-user', '/admin/staff-roles'],
  },
  {
    text: textKey('common.email'),
    to: '/admin/email',
    shortcut: 'e',
    Icon: Mail,
    tabOf: EMAIL,
  },
  {
    text: textKey('messaging.outbox.title'),
    to: '/outbox',
    shortcut: 'x',
    Icon: Mails,
    tabOf: EMAIL,
  },
  {
    text: textKey('common.shell.pushNotification'),
    to: '/admin/push-notification',
    shortcut: 'n',
    Icon: BellRing,
  },
];
const portal: readonly SidebarEntry[] = [
  {
    text: textKey('common.solutionPrice'),
    to: '/admin/solutions',
    shortcut: 's',
    Icon: CircleDollarSign,
    also: SOLUTION_FORMS,
  },
  {
    text: textKey('common.solutionImages'),
    to: '/admin/solution-images',
    shortcut: 'i',
    Icon: Images,
  },
  {
    text: textKey('common.loginRegisterImages'),
    to: '/admin/login-images',
    shortcut: 'l',
    Icon: ImagePlay,
  },
  { text: textKey('common.gain'), to: '/admin/gain', service: 'gain', shortcut: 'g', Icon: ShoppingBag },
  {
    text: textKey('common.configuration'),
    to: '/admin/application-configuration',
    shortcut: 'c',
    Icon: Settings2,
  },
  {
    text: textKey('common.auditList'),
    to: '/admin/audit',
    shortcut: 'a',
    Icon: ScrollText,
    tabOf: RECORDS,
  },
  {
    text: textKey('common.securityLog'),
    to: '/admin/security-log',
    shortcut: 'y',
    Icon: ShieldAlert,
    tabOf: RECORDS,
  },
  {
    text: textKey('staff.bin.title'),
    to: '/admin/bin',
    shortcut: 'b',
    Icon: Trash2,
    tabOf: RECORDS,
  },
  {
    text: textKey('shop.diskUse.title'),
    to: '/admin/disk-use',
    shortcut: 'k',
    Icon: HardDrive,
    tabOf: RECORDS,
  },
  {
    text: textKey('webhooks.title'),
    to: '/admin/webhooks',
    shortcut: 'w',
    Icon: Link2,
    tabOf: RECORDS,
  },
];
const groups = [
  { group: textKey('common.shell.menu.work'), members: work },
  { group: textKey('common.shell.menu.money'), members: money },
  { group: textKey('common.shell.menu.people'), members: people },
  { group: textKey('common.shell.menu.portal'), members: portal },
];
const entries = groups.flatMap(({ group, members }) => members.map((entry) => ({ ...entry, group })));

/** Loaded with the palette, which shows them. */
const AdminActions = lazy(() => import('./admin-actions.tsx'));

export { prepareMyUser as prepare } from '../../../features/accounts/web/accounts.api.ts';

/** No balance and no dark mode toggle: the theme follows the operating system (A-SHL-15, A-SHL-16, G-44). */
export default function AdminShell() {
  useTheme('system');
  // A deactivated administrator is logged out within seconds, not at the next click.
  useMyUser();
  const seesTickets = useCan('tickets.read-all');
  return (
    <>
      {seesTickets && <QueueEverywhere />}
      <ShellFrame
        entries={entries}
        indicator={<ZoneClock />}
        settingsPath="/admin/account-settings"
        Actions={AdminActions}
      />
    </>
  );
}

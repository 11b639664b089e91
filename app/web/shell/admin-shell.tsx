import {
  BanknoteX,
  BellRing,
  ChartColumn,
  CircleDollarSign,
  CircleDot,
  Clock,
  Cpu,
  Files,
  HardDrive,
  History,
  ImagePlay,
  Images,
  LayoutDashboard,
  Link2,
  LoaderCircle,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Rocket,
  ScrollText,
  Settings2,
  ShieldAlert,
  ShieldCheck,
  ShoppingBag,
  Tags,
  Trash2,
  UserCog,
  UserX,
  Users,
  Wallet,
} from 'lucide-react';
import { useMemo } from 'react';
import { useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import { useTheme } from '../../../web/ui/dark-mode.ts';
import { QueueEverywhere } from '../../../features/tickets/web/queue-everywhere.tsx';
import { ShellFrame } from './shell-frame.tsx';
import type { SidebarEntry } from './sidebar.tsx';
import { ZoneClock } from './zone-clock.tsx';
import { useCan, useSession } from '../../../web/client/session.ts';
import { mayOpen } from '../../../web/client/staff-addresses.ts';
import { t, textKey } from '../../../web/languages/text.ts';
import { type Action, useActions } from '../../../web/frame/actions.ts';

const SOLUTION_FORMS = ['/admin/add-solution', '/admin/edit-solution', '/admin/standard-solutions'];

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
  { text: textKey('common.email'), to: '/admin/email', shortcut: 'e', Icon: Mail },
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
  { text: textKey('common.auditList'), to: '/admin/audit', shortcut: 'a', Icon: ScrollText },
  {
    text: textKey('common.securityLog'),
    to: '/admin/security-log',
    shortcut: 'y',
    Icon: ShieldAlert,
  },
  { text: textKey('staff.bin.title'), to: '/admin/bin', shortcut: 'b', Icon: Trash2 },
  {
    text: textKey('shop.diskUse.title'),
    to: '/admin/disk-use',
    shortcut: 'k',
    Icon: HardDrive,
  },
  {
    text: textKey('webhooks.title'),
    to: '/admin/webhooks',
    shortcut: 'w',
    Icon: Link2,
  },
];
const groups = [
  { group: textKey('common.shell.menu.work'), members: work },
  { group: textKey('common.shell.menu.money'), members: money },
  { group: textKey('common.shell.menu.people'), members: people },
  { group: textKey('common.shell.menu.portal'), members: portal },
];
const entries = groups.flatMap(({ group, members }) => members.map((entry) => ({ ...entry, group })));

/** No balance and no dark mode toggle: the theme follows the operating system (A-SHL-15, A-SHL-16, G-44). */
export default function AdminShell() {
  useTheme('system');
  useAdminActions();
  // A deactivated administrator is logged out within seconds, not at the next click.
  useMyUser();
  const seesTickets = useCan('tickets.read-all');
  return (
    <>
      {seesTickets && <QueueEverywhere />}
      <ShellFrame entries={entries} indicator={<ZoneClock />} settingsPath="/admin/account-settings" />
    </>
  );
}

/** Offers filtered lists for working through queues, and screens that are in no menu. */
function useAdminActions(): void {
  const user = useSession()?.user;
  useActions(useMemo(() => listAdminActions().filter(({ to = '' }) => mayOpen(user, to)), [user]));
}

function listAdminActions(): Action[] {
  const list = (text: string, to: string, Icon: LucideIcon): Action => ({
    id: `list ${to}`,
    group: t('common.shell.lists'),
    text,
    Icon,
    to,
  });
  return [
    list(t('common.shell.filesPending'), '/admin/all-files?status=PENDING', Clock),
    list(t('common.shell.filesInProgress'), '/admin/all-files?status=IN_PROGRESS', LoaderCircle),
    list(t('common.shell.filesProcessedUnpaid'), '/admin/all-files?status=PROCESSED&price=UNPAID', BanknoteX),
    list(t('common.shell.ticketsOpen'), '/admin/all-tickets?status=OPEN', CircleDot),
    list(t('common.shell.usersDeactive'), '/admin/all-users?status=DEACTIVE', UserX),
    list(t('common.shell.usersRoleAdmin'), '/admin/all-users?role=ADMIN', ShieldCheck),
    list(t('common.staffRoles'), '/admin/staff-roles', UserCog),
    list(t('common.shell.outboxList'), '/outbox', Mail),
    list(t('common.firstStart'), '/admin/first-start', Rocket),
  ];
}

import {
  BanknoteX,
  CircleDot,
  Clock,
  LoaderCircle,
  type LucideIcon,
  Rocket,
  ShieldCheck,
  UserCog,
  UserX,
} from 'lucide-react';
import { useMemo } from 'react';
import { type Action, useActions } from '../../../web/frame/actions.ts';
import { useSession } from '../../../web/client/session.ts';
import { mayOpen } from '../../../web/client/staff-addresses.ts';
import { t } from '../../../web/languages/text.ts';

/** Offers filtered lists for working through queues, and screens that are in no menu. */
export default function AdminActions() {
  const user = useSession()?.user;
  useActions(useMemo(() => listAdminActions().filter(({ to = '' }) => mayOpen(user, to)), [user]));
  return null;
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
    list(t('common.firstStart'), '/admin/first-start', Rocket),
  ];
}

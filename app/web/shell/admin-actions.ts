import {
  BanknoteX,
  CircleDot,
  Clock,
  LoaderCircle,
  Mails,
  Rocket,
  ShieldCheck,
  UserX,
  type LucideIcon,
} from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../web/languages/text.ts';
import { useActions, type Action } from '../../../web/frame/actions.ts';

/** Offers filtered lists for working through queues, and screens that are in no menu. */
export function useAdminActions(): void {
  useActions(useMemo(() => listAdminActions(), []));
}

function listAdminActions(): Action[] {
  const list = (text: string, to: string, Icon: LucideIcon): Action => ({
    id: `list ${to}`,
    group: t('shell.lists'),
    text,
    Icon,
    to,
  });
  return [
    list(t('shell.filesPending'), '/admin/all-files?status=PENDING', Clock),
    list(t('shell.filesProgress'), '/admin/all-files?status=IN_PROGRESS', LoaderCircle),
    list(t('shell.filesProcessedUnpaid'), '/admin/all-files?status=PROCESSED&price=UNPAID', BanknoteX),
    list(t('shell.ticketsOpen'), '/admin/all-tickets?status=OPEN', CircleDot),
    list(t('shell.usersDeactive'), '/admin/all-users?status=DEACTIVE', UserX),
    list(t('shell.usersRoleAdmin'), '/admin/all-users?role=ADMIN', ShieldCheck),
    list(t('shell.outboxMailsPosted'), '/outbox', Mails),
    list(t('common.firstStart'), '/admin/first-start', Rocket),
  ];
}

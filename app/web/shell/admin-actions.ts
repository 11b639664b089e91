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
    list(t('common.shell.outboxList'), '/outbox', Mails),
    list(t('common.firstStart'), '/admin/first-start', Rocket),
  ];
}

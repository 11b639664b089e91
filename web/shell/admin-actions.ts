import { BanknoteX, CircleDot, Clock, LoaderCircle, Mails, ShieldCheck, UserX, type LucideIcon } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../text.ts';
import { useActions, type Action } from './actions.ts';

/** Lists for working through queues, and what is in no menu. */
export function useAdminActions(): void {
  useActions(useMemo(() => listAdminActions(), []));
}

function listAdminActions(): Action[] {
  const list = (text: string, to: string, Icon: LucideIcon): Action => ({
    id: `list ${to}`,
    group: t('Lists'),
    text,
    Icon,
    to,
  });
  return [
    list(t('Files that are PENDING'), '/admin/all-files?status=PENDING', Clock),
    list(t('Files that are IN PROGRESS'), '/admin/all-files?status=IN_PROGRESS', LoaderCircle),
    list(t('Files that are PROCESSED and UNPAID'), '/admin/all-files?status=PROCESSED&price=UNPAID', BanknoteX),
    list(t('Tickets that are OPEN'), '/admin/all-tickets?status=OPEN', CircleDot),
    list(t('Users that are DEACTIVE'), '/admin/all-users?status=DEACTIVE', UserX),
    list(t('Users with the role ADMIN'), '/admin/all-users?role=ADMIN', ShieldCheck),
    list(t('Outbox: mails that were posted'), '/outbox', Mails),
  ];
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import { t } from '../../../web/languages/text.ts';
import { toast } from '../../../web/ui/toast.tsx';

/** Announces when the balance differs from the last one seen; the first one is not announced (X-POLL-01). */
export function useBalanceNotice(): void {
  const user = useMyUser().data;
  const client = useQueryClient();
  const seen = useRef<{ id: number; balance: number } | null>(null);
  const id = user?.id;
  const balance = user?.credit_balance;
  useEffect(() => {
    if (id === undefined || balance === undefined) return;
    const last = seen.current;
    seen.current = { id, balance };
    if (last === null || last.id !== id || last.balance === balance) return;
    toast.show(t('common.shell.balanceUpdated'), 'info');
    // Refreshes an open credits history, so that it shows the entry behind the change.
    void client.invalidateQueries({ queryKey: ['ledger'] });
  }, [id, balance, client]);
}

import { LogOut } from 'lucide-react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { UserSession } from '../../../accounts/user-sessions.calls.ts';
import { useEndSession } from './customer-page.api.ts';
import { ShortList, type ShortRow } from './short-list.tsx';

/** Lists where a user is logged in; every session can be ended except the one showing this page. */
export function UserSessions({ userId, sessions }: { userId: number; sessions: UserSession[] | undefined }) {
  const ending = useEndSession(userId);
  const rowOf = (session: UserSession): ShortRow => ({
    key: session.id,
    title: session.browser ?? t('staff.customer.unknownBrowser'),
    line: (
      <>
        {t('staff.customer.loggedIn')} <TimeStamp value={session.created_at} />
        {session.address !== null && <> · {session.address}</>}
      </>
    ),
    end: session.is_current ? (
      <Badge>{t('staff.customer.thisDevice')}</Badge>
    ) : (
      <Button
        small
        icon={<LogOut />}
        busy={ending.isPending && ending.variables === session.id}
        onClick={() => ending.mutate(session.id)}
      >
        {t('staff.customer.logOut')}
      </Button>
    ),
  });
  return (
    <div className="grid gap-3">
      <ShortList
        title={t('staff.customer.devices')}
        rows={sessions?.map(rowOf)}
        empty={t('staff.customer.devicesEmpty')}
      />
      {ending.isError && <Alert kind="danger">{messageFor(ending.error, t('common.somethingWentWrong'))}</Alert>}
    </div>
  );
}

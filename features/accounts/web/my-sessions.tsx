import { LogOut } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { messageFor } from '../../../web/client/api-error.ts';
import { useChange } from '../../../web/client/use-change.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import * as contract from '../user-sessions.calls.ts';

const KEY = ['my-sessions'] as const;

/** Where the user is logged in; every session can be ended except the one that shows this. */
export default function MySessions() {
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(contract.listMySessions, {}, { signal }),
    staleTime: 0,
  });
  const endOne = useChange((session: string) => call(contract.endMySession, { session }), [KEY]);
  const endOthers = useChange(() => call(contract.endOtherSessions, {}), [KEY]);
  const error = endOne.error ?? endOthers.error;
  return (
    <Card title={t('accounts.sessions.title')}>
      <div className="grid gap-4">
        {!data && (isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />)}
        <ul className="grid gap-3">
          {data?.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={endOne.isPending && endOne.variables === session.id}
              onEnd={() => endOne.mutate(session.id)}
            />
          ))}
        </ul>
        {error && <Alert kind="danger">{messageFor(error, t('common.somethingWentWrong'))}</Alert>}
        <div className="flex flex-wrap items-center gap-3">
          {data !== undefined && data.length > 1 && (
            <Button busy={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
              {t('accounts.sessions.endOthers')}
            </Button>
          )}
          <DoneNote at={doneAt(endOthers)} text={t('accounts.sessions.othersEnded')} />
        </div>
      </div>
    </Card>
  );
}

/** Nobody recognises an address; most people know whether they are where they were. */
function nameConnection({ address, is_same_connection: isSame }: contract.UserSession): string {
  if (isSame === null) return address ?? '';
  return t(isSame ? 'accounts.sessions.sameConnection' : 'accounts.sessions.otherConnection', {
    address: address ?? '',
  });
}

type SessionRowProps = { session: contract.UserSession; busy: boolean; onEnd: () => void };

const SessionRow = ({ session, busy, onEnd }: SessionRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
    <div className="min-w-0 flex-1 basis-64">
      <p>{session.browser ?? t('staff.customer.unknownBrowser')}</p>
      <p className="text-small text-text3">
        {t('staff.customer.loggedIn')} <TimeStamp value={session.created_at} />
        {session.is_continued && <> · {t('accounts.sessions.continued')}</>}
        {session.last_used_at !== null && (
          <>
            {' · '}
            {t('accounts.sessions.lastUsed')} <TimeStamp value={session.last_used_at} relative />
          </>
        )}
      </p>
      {session.address !== null && <p className="text-small text-text3">{nameConnection(session)}</p>}
    </div>
    {session.is_current ? (
      <Badge>{t('staff.customer.thisDevice')}</Badge>
    ) : (
      <Button small icon={<LogOut />} busy={busy} onClick={onEnd}>
        {t('staff.customer.logOut')}
      </Button>
    )}
  </li>
);

import { ArrowLeft, Mail, Printer } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { RecordLink, pathOfUser } from '../../../web/frame/record-link.tsx';
import { StatusBadge } from '../../../web/ui/badge.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SkeletonForm } from '../../../web/ui/skeleton-shapes.tsx';
import { EmptyState, LoadError } from '../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { hasBalances, isColleague } from '../balances.rules.ts';
import type { EditableUser } from '../user.ts';
import { UserSecondFactor } from './second-factor/user-second-factor.tsx';
import { ViewAsCustomer } from './view-as-customer.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { useInviteUser, useUser } from './users.api.ts';
import { Alert } from '../../../web/ui/alert.tsx';

const UserColleagues = lazy(() => import('./user-colleagues.tsx'));

/** For staff who may not change users. */
const AccountFacts = lazy(() => import('./account-facts.tsx'));

type EditUserProps = {
  /** Shown below the form: what other domains know about the user. */
  Overview?: ComponentType<{ user: EditableUser }>;
};

export default function EditUser({ Overview }: EditUserProps) {
  const { data, error, isFetching, refetch } = useUser(Number(useParams().id));
  const mayChange = useCan('users.change');
  const mayView = useCan('users.view-as');
  const reload = async () => {
    const fresh = await refetch();
    return fresh.isSuccess && hasBalances(fresh.data) ? fresh.data : null;
  };
  return (
    <>
      <PageHeader
        title={composeTitle(data, mayChange)}
        subline={data && <Who user={data} />}
        actions={
          <>
            <ButtonLink to="/admin/all-users" icon={<ArrowLeft />}>
              {t('common.allUsers')}
            </ButtonLink>
            {data && isViewable(data) && mayView && <ViewAsCustomer user={data} />}
            {data && !isColleague(data) && (
              <ButtonLink to={`/admin/credits-statement/${data.id}`} icon={<Printer />}>
                {t('common.creditsStatement')}
              </ButtonLink>
            )}
          </>
        }
      />
      {data ? (
        <>
          {mayChange && <Access user={data} />}
          {mayChange && hasBalances(data) ? (
            <EditUserForm key={data.id} user={data} onReload={reload} />
          ) : (
            <Suspense fallback={<SkeletonForm fields={6} columns={2} />}>
              <AccountFacts user={data} />
            </Suspense>
          )}
          <Colleagues user={data} />
          {Overview && <Overview key={`overview ${data.id}`} user={data} />}
        </>
      ) : (
        <Card>
          <NotYet error={isFetching ? null : error} onRetry={() => void refetch()} />
        </Card>
      )}
    </>
  );
}

/** Below the form, which does not move when it is there. */
const Colleagues = ({ user }: { user: EditableUser }) =>
  user.role === 'CUSTOMER' &&
  !isColleague(user) && (
    <Suspense>
      <UserColleagues user={user} />
    </Suspense>
  );

const Access = ({ user }: { user: EditableUser }) => (
  <>
    {user.is_invitable === true && <OpenInvitation userId={user.id} />}
    <UserSecondFactor user={user} />
  </>
);

const isViewable = (user: EditableUser) => user.role === 'CUSTOMER' && user.status === 'ACTIVE' && !isColleague(user);

/** Who may only read does not edit. */
function composeTitle(user: EditableUser | undefined, mayChange: boolean): string {
  const page = mayChange ? t('accounts.editUser.title') : t('staff.audit.user');
  return user === undefined ? page : mayChange ? `${user.username}\u{a0}· ${page}` : user.username;
}

function Who({ user }: { user: EditableUser }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="wrap-anywhere">{user.full_name}</span>
      {user.company_id != null && (
        <RecordLink to={pathOfUser(user.company_id)}>
          {t('accounts.colleagues.of', { name: user.company_name ?? '' })}
        </RecordLink>
      )}
      <StatusBadge status={user.status} />
      <span>
        {t('accounts.registeredAt')} <TimeStamp value={user.created_at} dateOnly />
      </span>
    </span>
  );
}

function NotYet({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return <SkeletonForm fields={8} columns={2} />;
  if (error instanceof ApiError && error.status === 404) {
    return <EmptyState art="user" text={t('accounts.editUser.notFound')} />;
  }
  return <LoadError onRetry={onRetry} />;
}

/** Shown for a user who was invited and has not set a password yet. */
function OpenInvitation({ userId }: { userId: number }) {
  const invitation = useInviteUser();
  return (
    <div className="mb-6 grid gap-3">
      <Alert
        kind="info"
        action={
          <Button small icon={<Mail />} busy={invitation.isPending} onClick={() => invitation.mutate(userId)}>
            {t('accounts.invitation.sendAgainButton')}
          </Button>
        }
      >
        {invitation.isSuccess ? t('accounts.invitation.sent') : t('accounts.invitation.pending')}
      </Alert>
      {invitation.isError && (
        <Alert kind="danger">{messageFor(invitation.error, t('common.somethingWentWrong'))}</Alert>
      )}
    </div>
  );
}

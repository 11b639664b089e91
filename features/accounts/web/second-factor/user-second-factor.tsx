import { lazy, Suspense } from 'react';
import { useUserSecondFactor } from '../users.api.ts';

const UserSecondFactorCard = lazy(() => import('./user-second-factor-card.tsx'));

/** For administrators: lets a user who has lost the phone log in again. Nothing for a user without a second factor. */
export function UserSecondFactor({ user }: { user: { id: number; username: string } }) {
  const { data } = useUserSecondFactor(user.id);
  if (!data || (data.since === null && data.passkeys === 0)) return null;
  return (
    <Suspense>
      <UserSecondFactorCard user={user} factor={data} />
    </Suspense>
  );
}

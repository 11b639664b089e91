import { CircleUserRound } from 'lucide-react';
import type { SessionUser } from '../../../contract/session.ts';
import { homeOf } from '../../../web/client/staff-addresses.ts';
import { t } from '../../../web/languages/text.ts';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { useLogout } from './accounts.api.ts';

/** Shown when a signed-in user opens /login: a redirect would hide what happened, and no message would be confusing. */
export default function SignedInPanel({ user }: { user: SessionUser }) {
  const logout = useLogout();
  return (
    <section
      aria-label={t('common.signedIn')}
      className="rounded-card border border-l-4 border-l-accent bg-surface px-5 py-4"
    >
      <p className="flex items-start gap-3">
        <CircleUserRound size={20} className="mt-0.5 shrink-0 text-accent" />
        <span className="min-w-0 wrap-anywhere">{t('accounts.signedIn.as', { username: user.username })}</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to={homeOf(user)} variant="primary">
          {t('accounts.signedIn.continueButton')}
        </ButtonLink>
        <Button onClick={logout}>{t('common.logout')}</Button>
      </div>
    </section>
  );
}

import { Link } from 'react-router';
import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { messageFor } from '../../../web/client/api-error.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import { useMyUser, useResendActivation } from './accounts.api.ts';
import { PageStrip } from '../../../web/frame/offline-strip.tsx';

/** Shown above every customer screen until the address is confirmed; it blocks nothing (G-07). */
export function ConfirmEmailStrip() {
  const { data: user } = useMyUser();
  const resend = useResendActivation();
  if (user === undefined || user.verified) return null;
  return (
    <PageStrip>
      <Alert kind={resend.isError ? 'danger' : 'warning'}>
        <span className="flex flex-wrap items-center justify-between gap-3">
          {resend.isError && messageFor(resend.error, t('accounts.emailConfirmation.sendFailed'))}
          {resend.isSuccess && t('accounts.emailConfirmation.sent')}
          {(resend.isIdle || resend.isPending) && (
            <span className="wrap-anywhere">
              <span>{t('accounts.emailConfirmation.required')}</span>{' '}
              <strong>
                <EmailText email={user.email} />
              </strong>
            </span>
          )}
          <span className="flex flex-wrap items-center gap-3">
            <Link to="/account-settings#email" className="link">
              {t('accounts.emailConfirmation.correctAddress')}
            </Link>
            {!resend.isSuccess && (
              <Button small busy={resend.isPending} onClick={() => resend.mutate()}>
                {t('accounts.emailConfirmation.sendAgainButton')}
              </Button>
            )}
          </span>
        </span>
      </Alert>
    </PageStrip>
  );
}

/** Hides the strip for this visit only; the next visit may show it again. */
const CLOSED = 'closed-profile-strip';

/** An account created by a third-party sign-in has no phone and no country, and the support may need them. */
export function CompleteProfileStrip() {
  const { data: user } = useMyUser();
  const [isClosed, setClosed] = useState(() => sessionStorage.getItem(CLOSED) !== null);
  // The support reaches a colleague through the customer.
  if (isClosed || user === undefined || user.colleague_id !== undefined) return null;
  if (user.phone !== '' && user.country !== '') return null;
  const close = () => {
    sessionStorage.setItem(CLOSED, '1');
    setClosed(true);
  };
  return (
    <PageStrip>
      <Alert kind="info" onClose={close}>
        <Link to="/account-settings" className="text-link">
          {t('accounts.profile.completeLink')}
        </Link>{' '}
        {t('accounts.profile.completeHint')}
      </Alert>
    </PageStrip>
  );
}

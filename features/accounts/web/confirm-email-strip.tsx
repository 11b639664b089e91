import { Link } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { messageFor } from '../../../web/client/api-error.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { EmailText } from '../../../web/ui/email-text.tsx';
import { useMyUser, useResendActivation } from './accounts.api.ts';
import { PageStrip } from '../../../web/frame/page-strip.tsx';

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

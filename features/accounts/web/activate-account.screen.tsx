import { Navigate } from 'react-router';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { Entrance, usePostOnce } from './entrance.tsx';
import { useSession } from '../../../web/client/session.ts';
import { LoadingText } from '../../../web/frame/loading-text.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { useActivateAccount, useLinkToken, useResendActivation } from './accounts.api.ts';
import { useLeaveFor } from '../../../web/client/leave-for.ts';

/** Delay given by the specification. */
const LEAVE_AFTER_MS = 3000;

/** The link in the mail carries a token; without one there is nothing to do on this screen. */
export default function ActivateAccountScreen() {
  const token = useLinkToken();
  return token === '' ? <Navigate to="/login" replace /> : <Activation token={token} />;
}

function Activation({ token }: { token: string }) {
  const activate = useActivateAccount();
  const { mutate, isSuccess, isError, error } = activate;
  usePostOnce(token, mutate);
  // The link is refused for good, so a retry is not offered.
  const isRefused = error instanceof ApiError && error.status === 400;
  useLeaveFor('/login', isSuccess ? LEAVE_AFTER_MS : null);
  return (
    <Entrance title={t('accounts.activation.title')}>
      <div className="grid gap-4">
        {!isSuccess && !isError && <LoadingText />}
        {isSuccess && <Alert kind="success">{t('accounts.activation.done')}</Alert>}
        {isError && (
          <>
            <Alert kind="danger">{messageFor(error, t('accounts.activation.failed'))}</Alert>
            <div className="flex flex-wrap gap-3">
              {isRefused ? <NewLink /> : <Button onClick={() => mutate({ token })}>{t('common.retry')}</Button>}
              <ButtonLink to="/login">{t('accounts.backToLogin')}</ButtonLink>
            </div>
          </>
        )}
      </div>
    </Entrance>
  );
}

/** A signed-in user gets a new link here; others find the same offer after they log in. */
function NewLink() {
  const session = useSession();
  const resend = useResendActivation();
  if (session === null) return null;
  return (
    <>
      {resend.isSuccess && <Alert kind="success">{t('accounts.emailConfirmation.sent')}</Alert>}
      {resend.isError && (
        <Alert kind="danger">{messageFor(resend.error, t('accounts.emailConfirmation.sendFailed'))}</Alert>
      )}
      {!resend.isSuccess && (
        <Button variant="primary" busy={resend.isPending} onClick={() => resend.mutate()}>
          {t('accounts.activation.sendLinkButton')}
        </Button>
      )}
    </>
  );
}

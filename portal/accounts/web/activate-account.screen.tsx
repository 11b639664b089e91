import { useEffect, useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { messageFor } from '../../../web/api-error.ts';
import { Entrance } from '../../../web/shell/entrance.tsx';
import { LoadingText } from '../../../web/shell/loading-text.tsx';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { useActivateAccount } from './accounts.api.ts';
import { useLeaveFor } from '../../../web/leave-for.ts';

/** 000 §9. */
const LEAVE_AFTER_MS = 3000;

/** The link of the mail brings its token along; without one there is nothing to do here. */
export default function ActivateAccountScreen() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return token === '' ? <Navigate to="/login" replace /> : <Activation token={token} />;
}

function Activation({ token }: { token: string }) {
  const activate = useActivateAccount();
  const { mutate, isSuccess, isError, error } = activate;
  // The link works once, and React runs effects twice while developing.
  const posted = useRef(false);
  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    mutate({ token });
  }, [mutate, token]);
  useLeaveFor('/login', isSuccess ? LEAVE_AFTER_MS : null);
  return (
    <Entrance title={t('Account activation')}>
      <div className="grid gap-4">
        {!isSuccess && !isError && <LoadingText />}
        {isSuccess && (
          <Alert kind="success">{t('Your account has been successfully activated. Redirecting to login...')}</Alert>
        )}
        {isError && (
          <>
            <Alert kind="danger">{messageFor(error, t('There was a problem activating your account.'))}</Alert>
            <div className="flex flex-wrap gap-3">
              <Button onClick={() => mutate({ token })}>{t('Retry')}</Button>
              <ButtonLink to="/login">{t('Back to login')}</ButtonLink>
            </div>
          </>
        )}
      </div>
    </Entrance>
  );
}

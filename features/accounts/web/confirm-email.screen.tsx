import { Navigate } from 'react-router';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { useSession } from '../../../web/client/session.ts';
import { Entrance, usePostOnce } from './entrance.tsx';
import { LoadingText } from '../../../web/frame/loading-text.tsx';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { useLinkToken } from './accounts.api.ts';
import { useConfirmEmailChange } from './email-change.api.ts';
import { can } from '../../../contract/capabilities.ts';

/** The page that the link mailed to a new address opens; without its token there is nothing to do on this screen. */
export default function ConfirmEmailScreen() {
  const token = useLinkToken();
  return token === '' ? <Navigate to="/login" replace /> : <Confirmation token={token} />;
}

function Confirmation({ token }: { token: string }) {
  const { mutate, isSuccess, isError, error, data } = useConfirmEmailChange();
  const session = useSession();
  usePostOnce(token, mutate);
  const email = useShownEmail(data?.email ?? '');
  const isRefused = error instanceof ApiError && error.status === 400;
  return (
    <Entrance title={t('accounts.emailChange.newAddressLabel')}>
      <div className="grid gap-4">
        {!isSuccess && !isError && <LoadingText />}
        {isSuccess && <Alert kind="success">{t('accounts.emailChange.done', { email })}</Alert>}
        {isError && <Alert kind="danger">{messageFor(error, t('accounts.emailConfirmation.failed'))}</Alert>}
        <div className="flex flex-wrap gap-3">
          {isError && !isRefused && <Button onClick={() => mutate({ token })}>{t('common.retry')}</Button>}
          {session === null && <ButtonLink to="/login">{t('accounts.backToLogin')}</ButtonLink>}
          {can(session?.user, 'account.change-confirmed-email') && (
            <ButtonLink to="/admin/account-settings">{t('accounts.settings.title')}</ButtonLink>
          )}
        </div>
      </div>
    </Entrance>
  );
}

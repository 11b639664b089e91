import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { useMyUser } from './accounts.api.ts';
import { PageStrip } from '../../../web/frame/page-strip.tsx';

/** Hides the strip for this visit only; the next visit may show it again. */
const CLOSED = 'closed-profile-strip';

/** An account created by a third-party sign-in has no phone and no country, and the support may need them. */
export function CompleteProfileStrip() {
  const { data: user } = useMyUser();
  const [isClosed, setClosed] = useState(() => sessionStorage.getItem(CLOSED) !== null);
  if (isClosed || user === undefined || (user.phone !== '' && user.country !== '')) return null;
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

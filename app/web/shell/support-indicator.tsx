import { clsx } from 'clsx';
import { useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import { useConnection } from '../../../web/client/connection.ts';
import { t } from '../../../web/languages/text.ts';

/** Shows whether support has the portal open (X-SHL-14); nothing while that is unknown. */
export function SupportIndicator() {
  const isReached = useConnection() === 'online';
  const isOnline = useMyUser().data?.admin_online && isReached;
  if (isOnline === undefined) return null;
  const words = !isReached
    ? t('common.shell.supportUnknown')
    : isOnline
      ? t('common.shell.supportOnline')
      : t('common.shell.supportOffline');
  return (
    <p title={words} className={clsx('inline-flex shrink-0 items-center gap-1.5 text-small', 'text-text2')}>
      <span
        aria-hidden="true"
        className={clsx('size-2 rounded-full border', isOnline ? 'border-green-solid bg-green-solid' : 'border-text3')}
      />
      <span className="max-md:sr-only">{words}</span>
    </p>
  );
}

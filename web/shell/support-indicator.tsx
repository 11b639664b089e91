import { clsx } from 'clsx';
import { HeadphoneOff, Headset } from 'lucide-react';
import { useMyUser } from '../../portal/accounts/web/accounts.api.ts';
import { t } from '../text.ts';

/** Whether somebody of the support has the portal open (X-SHL-14); nothing as long as that is not known. */
export function SupportIndicator() {
  const isOnline = useMyUser().data?.admin_online;
  if (isOnline === undefined) return null;
  const words = isOnline ? t('Support is online') : t('Support is offline');
  const Icon = isOnline ? Headset : HeadphoneOff;
  return (
    <p
      title={words}
      className={clsx(
        'inline-flex shrink-0 items-center gap-1.5 text-small',
        isOnline ? 'text-green-fg' : 'text-text3',
      )}
    >
      <Icon aria-hidden="true" size={18} />
      <span className="max-md:sr-only">{words}</span>
    </p>
  );
}

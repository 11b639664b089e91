import { Bell } from 'lucide-react';
import { useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import { t } from '../../../web/languages/text.ts';
import { lazyPopup } from '../../../web/ui/lazy-popup.tsx';
import { Button } from '../../../web/ui/button.tsx';

const Behind = lazyPopup(async () => (await import('./bell-popover.tsx')).BellPopover, 'dialog');

/** Loads the menu before its button is pressed. */
export const loadBell = Behind.loadOnce;

/** The bell menu: unread notifications, and the notices of this visit. */
export function BellMenu() {
  const unread = useMyUser().data?.notifications.length ?? 0;
  return (
    <Behind
      trigger={
        <Button variant="quiet" iconOnly className="relative" icon={<BellIcon unread={unread} />}>
          {unread > 0 ? t('messaging.bell.unreadCount', { count: unread }) : t('messaging.bell.title')}
        </Button>
      }
    />
  );
}

function BellIcon({ unread }: { unread: number }) {
  return (
    <>
      <Bell aria-hidden="true" className="size-4.5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 left-[calc(50%+0.25rem)] min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem]/4 font-strong text-on-accent ring-2 ring-surface"
        >
          {unread < 50 ? unread : '49+'}
        </span>
      )}
    </>
  );
}

import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useMyUser } from '../../portal/accounts/web/accounts.api.ts';
import { t } from '../text.ts';
import { Button } from '../ui/button.tsx';
import { NotificationsList } from './notifications-list.tsx';
import { PushSwitch } from './push-switch.tsx';
import { RecentMessagesList } from './recent-messages-list.tsx';

/** The bell: what is unread, and the notices of this visit. */
export function BellMenu() {
  const unread = useMyUser().data?.notifications.length ?? 0;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="quiet" iconOnly className="relative" icon={<BellIcon unread={unread} />}>
          {unread > 0 ? t('Notifications, {n} unread', { n: unread }) : t('Notifications')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('Notifications')}
          className="z-50 max-h-(--radix-popover-content-available-height) w-96 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto rounded-card border bg-surface text-body text-text shadow-overlay"
        >
          <NotificationsList />
          <RecentMessagesList />
          <PushSwitch />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function BellIcon({ unread }: { unread: number }) {
  return (
    <>
      <Bell aria-hidden="true" className="size-4.5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 min-w-5 rounded-full bg-accent px-1 text-center text-small/5 font-strong text-on-accent"
        >
          {unread < 50 ? unread : '49+'}
        </span>
      )}
    </>
  );
}

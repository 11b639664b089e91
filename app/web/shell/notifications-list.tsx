import { Check, CheckCheck, ExternalLink, Eye } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef } from 'react';
import { useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import type { Notification } from '../../../features/messaging/notifications.calls.ts';
import { useMarkAllRead, useMarkRead } from '../../../features/messaging/web/notifications.api.ts';
import { t } from '../../../web/languages/text.ts';
import { Button, ButtonLink, buttonClass } from '../../../web/ui/button.tsx';
import { RichText } from '../../../web/ui/rich-text.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { can } from '../../../contract/capabilities.ts';

/** Lists unread notifications, newest first; read ones leave the list (X-NOT-02). */
export function NotificationsList() {
  const user = useMyUser().data;
  const markOne = useMarkRead(user?.id ?? 0);
  const markAll = useMarkAllRead(user?.id ?? 0);
  const headline = useRef<HTMLHeadingElement>(null);
  const notifications = user?.notifications ?? [];
  const [newest, oldest] = [notifications[0], notifications.at(-1)];
  // The pressed button disappears with its notification, so the focus moves to the headline.
  const focusHeadline = () => headline.current?.focus();
  return (
    <section aria-labelledby="notifications-headline">
      <div className="flex min-h-control items-center justify-between gap-2 border-b py-1 pr-2 pl-4">
        <h2 id="notifications-headline" ref={headline} tabIndex={-1} className="text-body">
          {t('messaging.bell.title')}
        </h2>
        {newest && oldest && (
          <Button
            small
            variant="quiet"
            icon={<CheckCheck />}
            onClick={() => {
              markAll.mutate({ from: oldest.id, up_to: newest.id });
              focusHeadline();
            }}
          >
            {t('messaging.bell.markAllRead')}
          </Button>
        )}
      </div>
      {notifications.length === 0 && <NothingUnread isAdministrator={can(user, 'admin-area.open')} />}
      {notifications.length > 0 && (
        <ul
          tabIndex={0}
          aria-label={t('messaging.bell.title')}
          className="max-h-[min(24rem,50dvh)] divide-y overflow-y-auto overscroll-contain -outline-offset-2"
        >
          {notifications.map((notification) => (
            <Entry
              key={notification.id}
              notification={notification}
              onRead={() => markOne.mutate(notification.id)}
              onLeave={focusHeadline}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Shown when nothing is unread; links to the next place to look for news. */
function NothingUnread({ isAdministrator }: { isAdministrator: boolean }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-6">
      <p className="text-text3">{t('messaging.bell.empty')}</p>
      <Popover.Close asChild>
        <ButtonLink small to={isAdministrator ? '/admin/all-files' : '/my-files'}>
          {isAdministrator ? t('common.allFiles') : t('common.myFiles')}
        </ButtonLink>
      </Popover.Close>
    </div>
  );
}

interface EntryProps {
  notification: Notification;
  onRead: () => void;
  /** Called when the entry leaves the list while the list stays open. */
  onLeave: () => void;
}

function Entry({ notification: { message, url, date }, onRead, onLeave }: EntryProps) {
  const readHere = () => {
    onRead();
    onLeave();
  };
  return (
    <li className="px-4 py-3">
      <RichText html={message} />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-small text-text3">
          <TimeStamp value={date} relative />
        </p>
        <div className="-mr-2 ml-auto flex items-center gap-1">
          {url !== null && <ViewLink url={url} onRead={onRead} onReadHere={readHere} />}
          <Button small variant="quiet" icon={<Check />} onClick={readHere}>
            {t('messaging.bell.markRead')}
          </Button>
        </div>
      </div>
    </li>
  );
}

interface ViewLinkProps {
  url: string;
  onRead: () => void;
  onReadHere: () => void;
}

/** Viewing marks as read. Links within the portal close the list; all others open in a new tab. */
function ViewLink({ url, onRead, onReadHere }: ViewLinkProps) {
  if (!url.startsWith('/')) {
    return (
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onReadHere}
        className={buttonClass({ variant: 'quiet', small: true })}
      >
        <ExternalLink aria-hidden="true" size={18} />
        {t('common.view')}
      </a>
    );
  }
  return (
    <Popover.Close asChild>
      <ButtonLink small variant="quiet" icon={<Eye />} to={url} onClick={onRead}>
        {t('common.view')}
      </ButtonLink>
    </Popover.Close>
  );
}

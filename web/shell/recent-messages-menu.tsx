import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { t } from '../text.ts';
import { Button } from '../ui/button.tsx';
import { useRecentMessages } from '../ui/recent-messages.ts';
import { TimeStamp } from '../ui/time.tsx';

/** Notices leave the screen after three seconds; here they stay readable (G-45). */
export function RecentMessagesMenu() {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="quiet" icon={<Bell />} iconOnly>
          {t('Recent messages')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('Recent messages')}
          className="z-50 w-80 max-w-[calc(100vw-1rem)] animate-rise rounded-card border bg-surface text-body text-text shadow-overlay"
        >
          <RecentMessagesList />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function RecentMessagesList() {
  const messages = useRecentMessages();
  return (
    <>
      <h2 className="border-b px-4 py-3 text-body">{t('Recent messages')}</h2>
      {messages.length === 0 && <p className="px-4 py-6 text-center text-text3">{t('No messages yet.')}</p>}
      {messages.length > 0 && (
        <ul tabIndex={0} aria-label={t('Recent messages')} className="max-h-80 overflow-y-auto rounded-b-card">
          {messages.map((message) => (
            <li key={message.id} className="border-t px-4 py-2.5 first:border-t-0">
              <p className="wrap-anywhere">{message.text}</p>
              <p className="text-small text-text3">
                <TimeStamp value={message.at} relative />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import { Popover } from 'radix-ui';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import type { LazyPopupProps } from '../../../web/ui/lazy-dialog.tsx';
import { NotificationsList } from './notifications-list.tsx';
import { usePush } from '../../../features/messaging/web/push.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useCloseOnBack } from '../../../web/ui/close-on-back.ts';
import { useRecentMessages } from '../../../web/ui/recent-messages.ts';
import { TimeStamp } from '../../../web/ui/time.tsx';

export function BellPopover({ trigger, defaultOpen }: LazyPopupProps) {
  const [isOpen, setOpen] = useState(defaultOpen);
  useCloseOnBack(() => setOpen(false));
  return (
    <Popover.Root open={isOpen ?? false} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('messaging.bell.title')}
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

/** Offered in the bell menu, after a click; the portal never asks for it unprompted. */
export function PushSwitch() {
  const { state, turn } = usePush();
  if (state === 'unknown' || state === 'unsupported') return null;
  if (state === 'refused') {
    return <p className="border-t px-4 py-3 text-small text-text3">{t('messaging.push.blocked')}</p>;
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2">
      <p className="min-w-0 flex-1 basis-40 text-small text-text2">
        {state === 'on' ? t('messaging.push.onHint') : t('messaging.push.offHint')}
      </p>
      <Button small icon={<BellRing />} onClick={() => void turn(state === 'off')}>
        {state === 'on' ? t('messaging.push.turnOff') : t('messaging.push.turnOn')}
      </Button>
    </div>
  );
}

/** Notices disappear from the screen after three seconds, but stay readable here (G-45). */
function RecentMessagesList() {
  const messages = useRecentMessages();
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="recent-messages-headline" className="border-t">
      <h2 id="recent-messages-headline" className="border-b px-4 py-2.5 text-body">
        {t('messaging.bell.recent')}
      </h2>
      <ul
        tabIndex={0}
        aria-label={t('messaging.bell.recent')}
        className="max-h-44 divide-y overflow-y-auto overscroll-contain -outline-offset-2"
      >
        {messages.map((message) => (
          <li key={message.id} className="px-4 py-2.5">
            <p className="wrap-anywhere">{message.text}</p>
            <p className="text-small text-text3">
              <TimeStamp value={message.at} relative />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

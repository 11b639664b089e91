import { Popover } from 'radix-ui';
import { t } from '../../../web/languages/text.ts';
import type { LazyPopupProps } from '../../../web/ui/lazy-popup.tsx';
import { NotificationsList } from './notifications-list.tsx';
import { PushSwitch } from './push-switch.tsx';
import { RecentMessagesList } from './recent-messages-list.tsx';

export function BellPopover({ trigger, defaultOpen }: LazyPopupProps) {
  return (
    <Popover.Root defaultOpen={defaultOpen}>
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

import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import type { TextDialogProps } from '../../../web/frame/text-dialog.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { MESSAGE_LENGTH } from '../ticket.ts';
import { useReopenOwnTicket } from './tickets.api.ts';

const TextDialog = lazyDialog<TextDialogProps & { open: boolean }>(
  async () => (await import('../../../web/frame/text-dialog.tsx')).TextDialog,
);

/** Below a closed conversation, for its customer: adding a message opens it again. */
export function ReopenOwn({ ticketId }: { ticketId: number }) {
  const [isOpen, setOpen] = useState(false);
  const change = useReopenOwnTicket();
  return (
    <div className="border-t px-5 py-4">
      <Button onClick={() => setOpen(true)}>{t('tickets.reopen.button')}</Button>
      {isOpen && (
        <TextDialog
          open
          id={ticketId}
          title={t('tickets.reopen.button')}
          description={t('tickets.reopen.hint')}
          label={t('common.message')}
          submitText={t('tickets.reopen.sendButton')}
          draft={`message of closed ticket ${ticketId}`}
          longest={MESSAGE_LENGTH}
          change={change}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

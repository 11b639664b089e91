import { CircleAlert, Clock, RotateCw, Trash2 } from 'lucide-react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { AttachmentName } from './chat-attachment.tsx';
import { Bubble } from './chat-messages.tsx';
import type { Outgoing } from './outgoing-messages.tsx';

type ChatOutgoingProps = { one: Outgoing; onRetry: () => void; onRemove: () => void };

/** A message on its way: it appears at once, and shows when it could not be sent. */
export function ChatOutgoing({ one, onRetry, onRemove }: ChatOutgoingProps) {
  const { file, failure, percent } = one;
  return (
    <Bubble author={t('tickets.sender.me')} isMine at={one.at} text={one.text} isFailed={failure !== null}>
      {file && (
        <div className="mt-2">
          <AttachmentName name={file.name} sizeBytes={file.size} />
        </div>
      )}
      {failure === null ? (
        <p className="mt-1 flex items-center gap-1.5 text-small text-text3">
          <Clock size={14} className="shrink-0" />
          {file ? t('tickets.chat.sending', { percent }) : t('common.sending')}
        </p>
      ) : (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="alert" className="flex items-center gap-1.5 text-small text-red-fg">
            <CircleAlert size={16} className="shrink-0" />
            {t('tickets.chat.notSent')} {messageFor(failure, '')}
          </p>
          <Button small icon={<RotateCw />} onClick={onRetry}>
            {t('common.retry')}
          </Button>
          <Button small variant="quiet" icon={<Trash2 />} iconOnly onClick={onRemove}>
            {t('tickets.chat.removeButton')}
          </Button>
        </div>
      )}
    </Bubble>
  );
}

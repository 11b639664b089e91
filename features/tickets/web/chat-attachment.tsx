import { CircleAlert, Download, FileText, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { sizeText } from '../../../web/ui/progress-bar.tsx';
import type { TicketMessage } from '../ticket.ts';
import { mayBePicture, usePictureUrl } from './picture.tsx';
import { useAttachment, useDownloadAttachment } from './tickets.api.ts';

/** Larger pictures are fetched only on demand. */
const PREVIEW_LIMIT_BYTES = 5 * 1024 * 1024;

type Attached = Pick<TicketMessage, 'id' | 'ticket_id'> & { file_name: string; file_size_bytes: number };

/** An attachment: its name, its download, and a preview when it is a picture. */
export function ChatAttachment({ message }: { message: Attached }) {
  const { file_name: name, file_size_bytes: sizeBytes } = message;
  const { mutate, isPending, isError } = useDownloadAttachment();
  const start = () =>
    mutate(
      { id: message.ticket_id, messageId: message.id },
      { onError: (reason) => console.warn('Download failed', reason) },
    );
  return (
    <div className="mt-2 grid gap-2">
      {mayBePicture(name) && sizeBytes <= PREVIEW_LIMIT_BYTES && <Preview message={message} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AttachmentName name={name} sizeBytes={sizeBytes} />
        <Button
          small
          icon={isError && !isPending ? <RotateCw /> : <Download />}
          busy={isPending}
          busyText={t('common.downloading')}
          aria-label={isPending ? undefined : t('tickets.chat.downloadLabel', { name })}
          onClick={start}
        >
          {isError ? t('common.retry') : t('common.download')}
        </Button>
      </div>
      {isError && !isPending && (
        <p role="alert" className="flex items-center gap-1.5 text-small text-red-fg">
          <CircleAlert size={16} className="shrink-0" />
          {t('common.downloadFailed')}
        </p>
      )}
    </div>
  );
}

export function AttachmentName({ name, sizeBytes }: { name: string; sizeBytes: number }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-small">
      <FileText size={16} className="shrink-0 text-text3" />
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="shrink-0 text-text3">{sizeText(sizeBytes)}</span>
    </span>
  );
}

/** Its space is reserved from the start, so that nothing jumps; the picture is fetched once it scrolls into view. */
function Preview({ message }: { message: Attached }) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const { data, isError } = useAttachment({ id: message.ticket_id, messageId: message.id }, isSeen);
  const url = usePictureUrl(data);
  const [isLarge, setLarge] = useState(false);
  if (isError) return null;
  return (
    <div ref={place} className="h-40">
      {url !== null && (
        <button
          type="button"
          aria-label={t('tickets.chat.enlargeLabel', { name: message.file_name })}
          onClick={() => setLarge(true)}
          className="block max-h-full max-w-full overflow-hidden rounded-control border bg-surface2"
        >
          <img src={url} alt="" className="max-h-39 max-w-full" />
        </button>
      )}
      {url !== null && (
        <Modal open={isLarge} size="large" title={message.file_name} onClose={() => setLarge(false)}>
          <img src={url} alt={message.file_name} className="mx-auto max-h-[70dvh] max-w-full object-contain" />
        </Modal>
      )}
    </div>
  );
}

function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isSeen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isSeen]);
  return isSeen;
}

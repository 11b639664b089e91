import { clsx } from 'clsx';
import { BookText, Paperclip, SendHorizontal, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { t } from '../../../web/languages/text.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import { visibleText } from '../../../contract/visible-text.ts';
import { MESSAGE_LENGTH } from '../ticket.ts';
import { AttachmentName } from './chat-attachment.tsx';
import type { Draft } from './chat-draft.tsx';
import { usePictureUrl } from './picture.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import type { SavedRepliesDialogProps } from './saved-replies-dialog.tsx';

/** Whether a key press sends the message. Enter adds no line, even when it does not send. */
export function isSending(event: KeyboardEvent): boolean {
  // Enter that picks a word in an input method does not end the message.
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  // A held Enter that began as something else, such as the chord that closes the ticket, is not meant to send.
  return !event.nativeEvent.repeat;
}

type ChatFormProps = {
  draft: Draft;
  isClosed: boolean;
  onSend: (text: string, file: File | null) => void;
  hasReplies: boolean;
};

/** Enter sends, Shift+Enter adds a line; white space alone is not sent (X-VAL-18). */
export function ChatForm({ draft, isClosed, onSend, hasReplies }: ChatFormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { isTextMissing, write, send } = useMessage({ draft, isClosed, onSend, area });
  return (
    <form
      noValidate
      className="grid gap-2 border-t px-5 py-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <FieldError text={draft.error ?? (isTextMissing ? t('tickets.chat.messageRequired') : null)} />
      {draft.file && <Chosen file={draft.file} onRemove={() => draft.attach(null)} />}
      <TextArea
        ref={area}
        data-shortcut="c"
        rows={2}
        maxLength={MESSAGE_LENGTH}
        className="max-h-40"
        aria-label={t('common.message')}
        placeholder={t('tickets.chat.messagePlaceholder')}
        disabled={isClosed}
        value={draft.text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => isSending(event) && send()}
        onPaste={(event) => takePasted(event, (file) => draft.attach(file))}
      />
      <Controls
        isClosed={isClosed}
        onFile={(file) => {
          draft.attach(file);
          // The next input is text, or Enter.
          area.current?.focus();
        }}
      >
        {hasReplies && (
          <SavedReplies
            text={draft.text}
            disabled={isClosed}
            onInsert={(reply) => write([draft.text.trimEnd(), reply].filter(Boolean).join('\n'))}
          />
        )}
      </Controls>
    </form>
  );
}

type MessageParts = Omit<ChatFormProps, 'hasReplies'> & { area: RefObject<HTMLTextAreaElement | null> };

function useMessage({ draft, isClosed, onSend, area }: MessageParts) {
  const [isTextMissing, setTextMissing] = useState(false);
  const write = (text: string) => {
    draft.write(text);
    setTextMissing(false);
  };
  const send = () => {
    const text = visibleText(draft.text);
    area.current?.focus();
    setTextMissing(text === '' && draft.file !== null);
    if (text === '' || isClosed) return;
    onSend(text, draft.file);
    draft.clear();
  };
  return { isTextMissing, write, send };
}

type ControlsProps = { isClosed: boolean; onFile: (file: File) => void; children: ReactNode };

/** Below the text: what goes with the message on the left, sending on the right. */
function Controls({ isClosed, onFile, children }: ControlsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <AttachButton disabled={isClosed} onFile={onFile} />
      {children}
      <p className="order-last basis-full text-small text-text3 coarse:sr-only">
        {isClosed ? t('tickets.chat.closed') : t('tickets.chat.keysHint')}
      </p>
      <Button
        type="submit"
        variant="primary"
        icon={<SendHorizontal />}
        disabled={isClosed}
        className="ml-auto shrink-0"
      >
        {t('common.send')}
      </Button>
    </div>
  );
}

function takePasted(event: ClipboardEvent, onFile: (file: File) => void): void {
  const file = findPastedFile(event.clipboardData);
  if (!file) return;
  event.preventDefault();
  onFile(file);
}

/** A copied passage may include a picture of itself; then the text is meant. */
function findPastedFile({ files, types }: DataTransfer): File | undefined {
  return types.includes('text/plain') ? undefined : files[0];
}

function FieldError({ text }: { text: string | null }) {
  return (
    <p role="alert" className={clsx('text-small text-red-fg', text === null && 'sr-only')}>
      {text}
    </p>
  );
}

function AttachButton({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => void }) {
  return (
    <label
      title={t('tickets.attachFile')}
      className={clsx(
        buttonClass({ iconOnly: true }),
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'has-disabled:cursor-not-allowed has-disabled:opacity-55',
      )}
    >
      <input
        type="file"
        aria-label={t('tickets.attachFile')}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          // Otherwise picking the same file again would fire no event.
          event.target.value = '';
        }}
      />
      <Paperclip size={18} />
    </label>
  );
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  const url = usePictureUrl(file);
  return (
    <div className="flex items-center gap-3 rounded-control border bg-surface2 px-3 py-1.5">
      {url !== null && <img src={url} alt="" className="size-10 shrink-0 rounded-control object-cover" />}
      <div className="min-w-0 grow">
        <AttachmentName name={file.name} sizeBytes={file.size} />
      </div>
      <Button small variant="quiet" icon={<X />} iconOnly onClick={onRemove}>
        {t('tickets.removeAttachment')}
      </Button>
    </div>
  );
}

/** Loaded lazily: with the schema that validates it, it would be an eighth of the page of a file. */
const Dialog = lazyDialog<SavedRepliesDialogProps>(
  async () => (await import('./saved-replies-dialog.tsx')).SavedRepliesDialog,
);

type SavedRepliesProps = Pick<SavedRepliesDialogProps, 'text' | 'onInsert'> & { disabled: boolean };

/** Replies that are sent again and again; all administrators share them. */
function SavedReplies({ disabled, ...rest }: SavedRepliesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" icon={<BookText />} iconOnly disabled={disabled} onClick={() => setOpen(true)}>
        {t('tickets.savedReplies.title')}
      </Button>
      {isOpen && <Dialog open {...rest} onClose={() => setOpen(false)} />}
    </>
  );
}

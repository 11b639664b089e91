import { useState } from 'react';
import type { DragEvent } from 'react';
import { t } from '../../../web/languages/text.ts';
import { UPLOAD_LIMIT_BYTES } from '../../../contract/endpoint.ts';
import { chatDrafts, useUnsent } from './chat-drafts.tsx';

/** Returns why a file cannot be attached, in the server's words, before anything is sent. */
export function checkAttachment(file: File): string | null {
  if (file.size > UPLOAD_LIMIT_BYTES) return t('common.fileTooLarge');
  return file.size === 0 ? t('tickets.attachmentEmpty') : null;
}

/** The unsent text and attachment for this ticket; they outlive the screen. */
export function useDraft(ticketId: number) {
  const { text, file } = useUnsent(ticketId);
  const [error, setError] = useState<string | null>(null);
  return {
    text,
    file,
    error,
    write: (words: string) => chatDrafts.change(ticketId, { text: words }),
    attach(chosen: File | null) {
      const reason = chosen && checkAttachment(chosen);
      setError(reason);
      if (reason === null) chatDrafts.change(ticketId, { file: chosen });
    },
    clear() {
      chatDrafts.change(ticketId, { text: '', file: null });
      setError(null);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;

/** Attaches a file that is dropped anywhere on the panel. Spread `handlers` on it. */
export function usePanelDrop(onFile: (file: File) => void, isDisabled: boolean) {
  const [isOver, setOver] = useState(false);
  const isFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!isFile(event)) return;
      event.preventDefault();
      setOver(!isDisabled);
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
    },
    // Prevented even when the file is not taken: otherwise the browser would leave the page to open it.
    onDrop: (event: DragEvent) => {
      if (!isFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file && !isDisabled) onFile(file);
    },
  };
  return { isOver, handlers };
}

import { useRef, useState } from 'react';
import { isRefusal } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { createKey } from '../../../web/client/upload.ts';
import { UPLOAD_LIMIT_BYTES } from '../../../contract/endpoint.ts';
import type { AiUpload } from '../dtc-session.ts';
import { useUploadToAi } from './dtc-off.api.ts';

/**
 * A file that has been analysed. `original`: the file as it was dropped here; null when it is continued from elsewhere.
 */
export type OpenedFile = { upload: AiUpload; original: File | null };

/** The state of choosing a file and having it analysed: what is chosen, what is under way, and what is wrong. */
export function useProcessing(onOpened: (opened: OpenedFile) => void) {
  const { mutateAsync, isPending } = useUploadToAi();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setError] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [retry, setRetry] = useState(0);
  const running = useRef<AbortController | null>(null);

  const take = (chosen: File) => {
    const fits = chosen.size <= UPLOAD_LIMIT_BYTES;
    setFile(fits ? chosen : null);
    setError(fits ? null : t('common.fileTooLarge'));
    setFailed(false);
  };

  /** `handed`: a file that was chosen on another page, and that this page does not hold yet. */
  async function process(handed: File | null = null): Promise<void> {
    const sent = handed ?? file;
    setFile(sent);
    if (sent === null) {
      setError(t('common.fileRequired'));
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    setFailed(false);
    setRetry(0);
    try {
      const { signal } = controller;
      const upload = await mutateAsync({ file: sent, idempotencyKey: createKey(), signal, onRetry: setRetry });
      if (!signal.aborted) onOpened({ upload, original: sent });
    } catch (error) {
      if (!controller.signal.aborted) fail(error);
    }
  }

  function fail(error: unknown): void {
    if (isRefusal(error)) return setError(error.message);
    // Only logged; an inconspicuous line near the button shows the failure.
    console.warn('The file could not be processed', error);
    setFailed(true);
  }

  return {
    file,
    problem,
    hasFailed,
    retry,
    isPending,
    take,
    process,
    cancel: () => running.current?.abort(),
  };
}

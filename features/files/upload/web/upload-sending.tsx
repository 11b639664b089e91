import { useRef, useState } from 'react';
import { useRefreshGuard } from '../../../../web/client/refresh-guard.ts';
import { t } from '../../../../web/languages/text.ts';
import { type Progress, type UploadOptions, createKey, upload } from '../../../../web/client/upload.ts';
import type { Transfer } from '../../../../web/client/upload-progress.tsx';
import type { CreateFile } from '../create-file.ts';
import { useChangeFile, useForgetFile } from '../../web/files.api.ts';
import type { ChosenFile } from '../../further/web/further-files.api.ts';
import { createFile } from '../upload.calls.ts';

const NOTHING_SENT: Transfer = { sentBytes: 0, totalBytes: 0, retry: 0 };

/** Before that, a measured speed would only jump about. */
const MEASURED_AFTER_MS = 400;

interface Sent {
  fields: string;
  file: File;
  key: string;
}

/** Sends a file and reports its progress. */
export function useSending() {
  const { mutateAsync } = useCreateFile();
  const forgetFile = useForgetFile();
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const last = useRef<Sent | null>(null);
  // Closing the tab would cut the upload off.
  useRefreshGuard(transfer === null ? null : t('files.upload.notFinished'));

  const sendAlong = async (id: number, further: readonly ChosenFile[], onProgress: (progress: Progress) => void) => {
    const { sendFurtherFiles } = await import('../../further/web/further-files.api.ts');
    const { missing } = await sendFurtherFiles(id, further, onProgress);
    forgetFile(id);
    return missing.map(({ file }) => file.name);
  };

  /** Returns which further files did not arrive although the order did. */
  async function send(fields: CreateFile, file: File, further: readonly ChosenFile[]) {
    const idempotencyKey = chooseKey(last, { fields: JSON.stringify(fields), file });
    const watch = (sizeBytes: number) => {
      const { measure, restart } = createStopwatch();
      setTransfer({ ...NOTHING_SENT, totalBytes: sizeBytes });
      return {
        onProgress: (progress: Progress) => setTransfer({ ...progress, ...measure(progress), retry: 0 }),
        onRetry: (retry: number) => {
          restart();
          setTransfer({ ...NOTHING_SENT, totalBytes: sizeBytes, retry });
        },
      };
    };
    try {
      const { file: created } = await mutateAsync({ fields, file, idempotencyKey, ...watch(file.size) });
      const missing = further.length === 0 ? [] : await sendAlong(created.id, further, watch(0).onProgress);
      last.current = null;
      return { id: created.id, missing };
    } finally {
      setTransfer(null);
    }
  }
  return { transfer, send };
}

/**
 * A manual retry of the very same upload has the same key as the attempts before: the response may have been lost after
 * the file was stored. Any change makes it another upload.
 */
function chooseKey(last: { current: Sent | null }, sending: Omit<Sent, 'key'>): string {
  const isSame = last.current?.fields === sending.fields && last.current.file === sending.file;
  if (!isSame || last.current === null) last.current = { ...sending, key: createKey() };
  return last.current.key;
}

function createStopwatch() {
  let start: { at: number; sentBytes: number } | null = null;
  return {
    restart: () => {
      start = null;
    },
    measure: ({ sentBytes, totalBytes }: Progress): Pick<Transfer, 'bytesPerSecond' | 'secondsLeft'> => {
      start ??= { at: performance.now(), sentBytes };
      const elapsedMs = performance.now() - start.at;
      const bytesPerSecond = ((sentBytes - start.sentBytes) / elapsedMs) * 1000;
      if (elapsedMs < MEASURED_AFTER_MS || bytesPerSecond <= 0 || sentBytes >= totalBytes) return {};
      return { bytesPerSecond, secondsLeft: (totalBytes - sentBytes) / bytesPerSecond };
    },
  };
}

const UPLOAD_RETRIES = 3;

const useCreateFile = () =>
  useChangeFile(({ fields, ...options }: { fields: CreateFile } & UploadOptions) =>
    // `price: 0` is sent along because the specification lists it; the server computes the price.
    upload(createFile, { ...fields, price: 0 } as typeof fields, { retries: UPLOAD_RETRIES, ...options }),
  );

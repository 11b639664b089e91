import { t } from '../languages/text.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { Progress } from './upload.ts';

export interface Transfer extends Progress {
  bytesPerSecond?: number;
  secondsLeft?: number;
  /** Number of the current retry; 0 during the first attempt. */
  retry: number;
}

const RETRIES = 3;

/** Progress of an upload. Once all bytes are sent, it shows that the response is still pending. */
export function UploadProgress({ transfer }: { transfer: Transfer }) {
  const { sentBytes, totalBytes, bytesPerSecond, secondsLeft, retry } = transfer;
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  return (
    <div className="grid gap-2">
      <ProgressBar
        label={percent >= 100 ? t('common.processing') : t('common.uploading')}
        value={percent}
        doneBytes={sentBytes}
        totalBytes={totalBytes}
        bytesPerSecond={bytesPerSecond}
        secondsLeft={secondsLeft}
      />
      <p role="status" className="text-body font-strong text-yellow-fg">
        {retry > 0 && t('common.connectionRetry', { k: retry, retries: RETRIES })}
      </p>
    </div>
  );
}

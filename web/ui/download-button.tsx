import { CircleAlert, Download, RotateCw } from 'lucide-react';
import type { Ref } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';

type DownloadButtonProps = {
  text: string;
  onStart: () => void;
  isPending: boolean;
  /** Why the last attempt failed, as text. */
  failure?: string | undefined;
  isMain?: boolean;
  button?: Ref<HTMLButtonElement> | undefined;
};

/** The same button in all states, so that the focus is never lost; a failure is shown as text next to it (G-32). */
export function DownloadButton({ text, onStart, isPending, failure, isMain = false, button }: DownloadButtonProps) {
  const hasFailed = failure !== undefined && !isPending;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        ref={button}
        variant={isMain ? 'primary' : 'secondary'}
        icon={failure === undefined ? <Download /> : <RotateCw />}
        busy={isPending}
        busyText={t('common.downloading')}
        aria-label={hasFailed ? t('common.retryLabel', { what: text }) : undefined}
        onClick={onStart}
        className="max-sm:grow"
      >
        {failure === undefined ? text : t('common.retry')}
      </Button>
      {hasFailed && (
        <p role="alert" className="flex items-start gap-1.5 text-body text-red-fg">
          <CircleAlert size={16} className="mt-0.5 shrink-0" />
          {failure}
        </p>
      )}
    </div>
  );
}

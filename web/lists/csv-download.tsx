import type { UseMutationResult } from '@tanstack/react-query';
import { messageFor } from '../client/api-error.ts';
import { t } from '../languages/text.ts';
import { DownloadButton } from '../ui/download-button.tsx';

type CsvDownloadProps<Input> = {
  download: Pick<UseMutationResult<unknown, Error, Input>, 'isPending' | 'error' | 'mutate'>;
  input: Input;
};

/** Button that downloads a table as CSV; if that fails, the reason is shown next to it. */
export function CsvDownload<Input>({ download: { isPending, error, mutate }, input }: CsvDownloadProps<Input>) {
  return (
    <DownloadButton
      text={t('common.downloadCsv')}
      isPending={isPending}
      failure={error ? messageFor(error, t('common.downloadFailed')) : undefined}
      onStart={() => mutate(input, { onError: (reason) => console.warn('Download failed', reason) })}
    />
  );
}

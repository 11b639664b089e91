import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageFor } from '../client/api-error.ts';
import { t } from '../languages/text.ts';
import { DownloadButton } from '../ui/download-button.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

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

/** Downloads the matching rows, in the list's order, as CSV from the server. */
export function ListCsvButton({ download }: { download: () => Promise<unknown> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: download,
    onError: (error) => toast.show(messageFor(error, t('common.couldNotLoad')), 'error'),
  });
  return (
    <Button icon={<Download />} busy={isPending} onClick={() => mutate()}>
      {t('common.downloadCsv')}
    </Button>
  );
}

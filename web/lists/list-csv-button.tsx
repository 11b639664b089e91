import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageFor } from '../client/api-error.ts';
import { t } from '../languages/text.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';

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

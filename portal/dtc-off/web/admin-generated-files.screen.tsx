import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { DownloadButton } from '../../../web/ui/download-button.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { useDownloadDtcOffRecord } from './dtc-off.api.ts';
import { GeneratedList } from './generated-list.tsx';

/** What DTC OFF has made for all customers, with the proofs; ours, beyond the two documents. */
export default function AdminGeneratedFilesScreen() {
  const { isPending, error, mutate } = useDownloadDtcOffRecord();
  return (
    <>
      <PageHeader
        title={t('DTC OFF files')}
        subline={t('Every generated file with its codes, its declaration and its proof')}
        actions={
          <DownloadButton
            text={t('Download CSV')}
            isPending={isPending}
            failure={error ? messageFor(error, t('Download failed.')) : undefined}
            onStart={() => mutate(undefined, { onError: (reason) => console.warn('Download failed', reason) })}
          />
        }
      />
      <GeneratedList hasOwners empty={t('No file has been generated yet.')} />
    </>
  );
}

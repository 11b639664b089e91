import { Cpu } from 'lucide-react';
import { useCan } from '../../../web/client/session.ts';
import { CsvDownload } from '../../../web/lists/csv-download.tsx';
import { t } from '../../../web/languages/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { useListAddress } from '../../../web/ui/list-toolbar.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { useDownloadDtcOffRecord } from './dtc-off.api.ts';
import { GeneratedList, type GeneratedListState } from './generated-list.tsx';

/** Everything that DTC OFF has generated for all customers, with the proofs; an addition to the specification. */
export default function AdminGeneratedFilesScreen() {
  const download = useDownloadDtcOffRecord();
  const canUse = useCan('dtc-off.use-free');
  const mayDownload = useCan('dtc-off.read-record');
  return (
    <>
      <PageHeader
        title={t('common.dtcOffFiles')}
        hint={t('dtc-off.generated.introduction')}
        actions={
          <>
            {canUse && (
              <ButtonLink to="/admin/dtc-off" variant="primary" icon={<Cpu />}>
                {t('dtc-off.dtcOffAuto')}
              </ButtonLink>
            )}
            {mayDownload && <CsvDownload download={download} input={undefined} />}
          </>
        }
      />
      <GeneratedList hasOwners shown={useShownInAddress()} empty={t('dtc-off.generated.empty')} />
    </>
  );
}

/** Stored in the address, so that a link shows the same files; a new search starts at its first page. */
function useShownInAddress(): GeneratedListState {
  const { search, setSearch, setFilters } = useListAddress();
  const { page, goTo } = usePageInAddress();
  return {
    search,
    page,
    goTo,
    setSearch: (text) => {
      setSearch(text);
      if (page !== 1) setFilters({ page: '' });
    },
  };
}

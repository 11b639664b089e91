import { ArrowLeft } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { CsvDownload } from '../../../web/lists/csv-download.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import type { Ledger } from '../credits.calls.ts';
import { LEDGER_PAGE, useDownloadAllLedger, useLedger } from './credits.api.ts';
import { useLedgerFilter } from './ledger-filter.tsx';
import { ledgerColumns } from './ledger-columns.tsx';
import { LedgerPages } from './ledger-pages.tsx';
import { SourceTotals } from './source-totals.tsx';

/** Every entry of everybody's credits. */
export default function CreditsLedgerScreen() {
  const filter = useLedgerFilter();
  const { page } = usePageInAddress();
  const ledger = useLedger(filter.filter, filter.isChanging ? 1 : page);
  return (
    <>
      <PageHeader
        title={t('common.allCreditsHistory')}
        actions={<Actions ledger={ledger.data} filter={filter.filter} />}
      />
      <div className="grid gap-2.5 sm:gap-6">
        <SourceTotals ledger={ledger.data} isError={ledger.isError && !ledger.isFetching} />
        <LedgerPages
          query={ledger}
          rowsPerPage={LEDGER_PAGE}
          filter={filter}
          dense
          caption={t('common.allCreditsHistory')}
          columns={columns()}
          origin={
            <NextStep hint={t('credits.ledger.emptyHint')} to="/admin/all-users">
              {t('common.allUsers')}
            </NextStep>
          }
        />
      </div>
    </>
  );
}

/** The columns of the specification; among all users' rows a running balance would belong to no one. */
const columns = () => ledgerColumns().filter(({ key }) => key !== 'balance_after');

type ActionsProps = { ledger: Ledger | undefined; filter: ReturnType<typeof useLedgerFilter>['filter'] };

function Actions({ ledger, filter }: ActionsProps) {
  const download = useDownloadAllLedger();
  return (
    <>
      <BackButton />
      {ledger !== undefined && ledger.total_rows > 0 && <CsvDownload download={download} input={filter} />}
    </>
  );
}

/** Leads back to where the visitor came from, or to the dashboard when the page was opened by its address. */
function BackButton() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <Button icon={<ArrowLeft />} onClick={() => void (key === 'default' ? navigate('/admin/dashboard') : navigate(-1))}>
      {t('common.back')}
    </Button>
  );
}

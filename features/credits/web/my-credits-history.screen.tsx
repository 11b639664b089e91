import { Printer } from 'lucide-react';
import { CsvDownload } from '../../../web/lists/csv-download.tsx';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { BalanceLine } from './balance-line.tsx';
import { MY_LEDGER_PAGE, useDownloadLedger, useUserLedger } from './credits.api.ts';
import { useLedgerFilter } from './ledger-filter.tsx';
import { ledgerColumns } from './ledger-columns.tsx';
import { LedgerPages } from './ledger-pages.tsx';
import { SourceTotals } from './source-totals.tsx';

export default function MyCreditsHistoryScreen() {
  const user = useSession()?.user;
  return user === undefined ? null : <MyCreditsHistory userId={user.id} />;
}

function MyCreditsHistory({ userId }: { userId: number }) {
  const filter = useLedgerFilter();
  const { page } = usePageInAddress();
  const ledger = useUserLedger(userId, filter.filter, page);
  const hasEntries = filter.isNarrowed || (ledger.data !== undefined && ledger.data.total_rows > 0);
  return (
    <>
      <PageHeader title={t('common.myCreditsHistory')} actions={hasEntries && <LedgerActions userId={userId} />} />
      <div className="grid gap-6">
        <SourceTotals ledger={ledger.data} isError={ledger.isError && !ledger.isFetching} />
        <BalanceLine userId={userId} />
        <LedgerPages
          query={ledger}
          rowsPerPage={MY_LEDGER_PAGE}
          filter={filter}
          hasFilter={hasEntries}
          caption={t('common.myCreditsHistory')}
          columns={ledgerColumns()}
          origin={
            <NextStep hint={t('credits.history.emptyHint')} to="/buy-credits">
              {t('common.buyCredits')}
            </NextStep>
          }
        />
      </div>
    </>
  );
}

function LedgerActions({ userId }: { userId: number }) {
  return (
    <>
      <ButtonLink to="/my-credits-history/statement" icon={<Printer />}>
        {t('credits.statement')}
      </ButtonLink>
      {/* Downloads every entry, not only this page; the server writes them one after the other. */}
      <CsvDownload download={useDownloadLedger()} input={userId} />
    </>
  );
}

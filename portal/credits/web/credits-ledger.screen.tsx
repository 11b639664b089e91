import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messageFor } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { DownloadButton } from '../../../web/ui/download-button.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Table } from '../../../web/ui/table.tsx';
import type { Ledger } from '../credits.contract.ts';
import { LEDGER_PAGE, useDownloadAllLedger, useLedger } from './credits.api.ts';
import { LedgerFilter, narrowedText, useLedgerFilter } from './ledger-filter.tsx';
import { ledgerColumns } from './ledger-columns.tsx';
import { SourceTotals } from './source-totals.tsx';

/** Every entry of everybody's credits. */
export default function CreditsLedgerScreen() {
  const { filter, narrow, clear } = useLedgerFilter();
  const { page, goTo } = usePageInAddress();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useLedger(filter, page);
  const pageCount = Math.max(1, Math.ceil((data?.total_rows ?? 0) / LEDGER_PAGE));
  const isBeyond = data !== undefined && !isPlaceholderData && page > pageCount;
  useEffect(() => {
    if (isBeyond) goTo(pageCount, { replace: true });
  }, [isBeyond, pageCount, goTo]);
  return (
    <>
      <PageHeader title={t('common.allCreditsHistory')} actions={<Actions ledger={data} filter={filter} />} />
      <div className="grid gap-6">
        <SourceTotals ledger={data} isError={isError && !isFetching} />
        <Card flush>
          <LedgerFilter filter={filter} onNarrow={narrow} />
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : undefined}>
            <Table
              dense
              caption={t('common.allCreditsHistory')}
              rows={isBeyond ? undefined : data?.credits_ledger}
              error={isError && !isFetching}
              onRetry={() => void refetch()}
              search={narrowedText(filter)}
              isFiltered
              onClearSearch={clear}
              columns={columns()}
              rowKey={(row) => row.id}
              empty={{
                text: t('credits.noEntriesFound'),
                art: 'ledger',
                action: (
                  <NextStep hint={t('credits.creditsGivenPageUserBought')} to="/admin/all-users">
                    {t('common.allUsers')}
                  </NextStep>
                ),
              }}
            />
          </div>
        </Card>
        <Pagination page={Math.min(page, pageCount)} pageCount={pageCount} onPage={goTo} />
      </div>
    </>
  );
}

/** The columns of the specification: among all users' rows a running balance would be no one's. */
const columns = () => ledgerColumns().filter(({ key }) => key !== 'balance_after');

type ActionsProps = { ledger: Ledger | undefined; filter: ReturnType<typeof useLedgerFilter>['filter'] };

function Actions({ ledger, filter }: ActionsProps) {
  const { isPending, error, mutate } = useDownloadAllLedger();
  return (
    <>
      <BackButton />
      {ledger !== undefined && ledger.total_rows > 0 && (
        <DownloadButton
          text={t('common.downloadCsv')}
          isPending={isPending}
          failure={error ? messageFor(error, t('common.downloadFailed')) : undefined}
          onStart={() => mutate(filter, { onError: (reason) => console.warn('Download failed', reason) })}
        />
      )}
    </>
  );
}

/** To where the visitor came from; who opened the page by its address is led to the dashboard. */
function BackButton() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <Button icon={<ArrowLeft />} onClick={() => void (key === 'default' ? navigate('/admin/dashboard') : navigate(-1))}>
      {t('common.back')}
    </Button>
  );
}

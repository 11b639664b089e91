import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { messageFor } from '../../../web/api-error.ts';
import { useSession } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { DownloadButton } from '../../../web/ui/download-button.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Table } from '../../../web/ui/table.tsx';
import { BalanceLine } from './balance-line.tsx';
import { MY_LEDGER_PAGE, useDownloadLedger, useUserLedger } from './credits.api.ts';
import { LedgerFilter, narrowedText, useLedgerFilter } from './ledger-filter.tsx';
import { ledgerColumns } from './ledger-columns.tsx';
import { SourceTotals } from './source-totals.tsx';

export default function MyCreditsHistoryScreen() {
  const user = useSession()?.user;
  return user === undefined ? null : <MyCreditsHistory userId={user.id} />;
}

function MyCreditsHistory({ userId }: { userId: number }) {
  const { filter, isNarrowed, narrow, clear } = useLedgerFilter();
  const { page, goTo } = usePageInAddress();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useUserLedger(userId, filter, page);
  const pageCount = Math.max(1, Math.ceil((data?.total_rows ?? 0) / MY_LEDGER_PAGE));
  const isBeyond = data !== undefined && !isPlaceholderData && page > pageCount;
  useEffect(() => {
    if (isBeyond) goTo(pageCount, { replace: true });
  }, [isBeyond, pageCount, goTo]);
  const hasEntries = isNarrowed || (data !== undefined && data.total_rows > 0);
  return (
    <>
      <PageHeader title={t('common.myCreditsHistory')} actions={hasEntries && <LedgerActions userId={userId} />} />
      <div className="grid gap-6">
        <SourceTotals ledger={data} isError={isError && !isFetching} />
        <BalanceLine userId={userId} />
        <Card flush>
          {hasEntries && <LedgerFilter filter={filter} onNarrow={narrow} />}
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : undefined}>
            <Table
              caption={t('common.myCreditsHistory')}
              rows={isBeyond ? undefined : data?.credits_ledger}
              error={isError && !isFetching}
              onRetry={() => void refetch()}
              search={narrowedText(filter)}
              isFiltered
              onClearSearch={clear}
              columns={ledgerColumns()}
              rowKey={(row) => row.id}
              empty={{
                text: t('credits.noEntriesFound'),
                art: 'ledger',
                action: (
                  <NextStep hint={t('credits.everyPurchaseEveryPaidFile')} to="/buy-credits">
                    {t('common.buyCredits')}
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

function LedgerActions({ userId }: { userId: number }) {
  return (
    <>
      <ButtonLink to="/my-credits-history/statement" icon={<Printer />}>
        {t('credits.statement')}
      </ButtonLink>
      <LedgerAsTable userId={userId} />
    </>
  );
}

/** Every entry, and not only this page: the server writes them one after the other. */
function LedgerAsTable({ userId }: { userId: number }) {
  const { isPending, error, mutate } = useDownloadLedger();
  return (
    <DownloadButton
      text={t('common.downloadCsv')}
      isPending={isPending}
      failure={error ? messageFor(error, t('common.downloadFailed')) : undefined}
      onStart={() => mutate(userId, { onError: (reason) => console.warn('Download failed', reason) })}
    />
  );
}

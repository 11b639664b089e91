import { Printer } from 'lucide-react';
import { CsvDownload } from '../../../web/lists/csv-download.tsx';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { usePageInAddress } from '../../../web/ui/page-in-address.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { MY_LEDGER_PAGE, useBalances, useDownloadLedger, useUserLedger } from './credits.api.ts';
import { dayText, useLedgerFilter } from './ledger-filter.tsx';
import { ledgerColumns } from './ledger-columns.tsx';
import { LedgerPages } from './ledger-pages.tsx';
import { SourceTotals } from './source-totals.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Card } from '../../../web/ui/card.tsx';

export default function MyCreditsHistoryScreen() {
  const user = useSession()?.user;
  return user === undefined ? null : <MyCreditsHistory userId={user.id} />;
}

function MyCreditsHistory({ userId }: { userId: number }) {
  const filter = useLedgerFilter();
  const { page } = usePageInAddress();
  const ledger = useUserLedger(userId, filter.filter, filter.isChanging ? 1 : page);
  const hasEntries = filter.isNarrowed || (ledger.data !== undefined && ledger.data.total_rows > 0);
  return (
    <>
      <PageHeader title={t('common.myCreditsHistory')} actions={hasEntries && <LedgerActions userId={userId} />} />
      <div className="grid gap-2.5 sm:gap-6">
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

const WIDTH = 640;
const HEIGHT = 88;
const EDGE = 4;

interface Point {
  day: string;
  balance: number;
}

/** The balance of the last days as a step line: it moves with each entry and stays level in between. */
function BalanceLine({ userId }: { userId: number }) {
  const { data } = useBalances(userId);
  // A flat line shows nothing, and the numbers are in the table.
  const first = data?.[0];
  if (first === undefined || data === undefined || data.every(({ balance }) => balance === first.balance)) return null;
  const balances = data.map(({ balance }) => balance);
  const [lowest, highest] = [Math.min(0, ...balances), Math.max(0, ...balances)];
  return (
    // On a phone below the entries, which are what a visitor comes for.
    <Card title={t('credits.chart.title', { count: data.length })} className="max-sm:order-last">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('credits.chart.summary', {
          first: formatAmount(balances[0]),
          last: formatAmount(balances.at(-1)),
          low: formatAmount(Math.min(...balances)),
          high: formatAmount(Math.max(...balances)),
        })}
        className="block h-22 w-full text-accent"
      >
        <Level at={computeHeight(0, lowest, highest)} />
        <path
          d={drawSteps(data, lowest, highest)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="mt-2 flex justify-between gap-4 text-small text-text3">
        <span>{t('credits.chart.first', { date: dayText(first.day), amount: formatAmount(first.balance) })}</span>
        <strong className="text-text">{t('credits.chart.now', { amount: formatAmount(balances.at(-1)) })}</strong>
      </p>
    </Card>
  );
}

/** Horizontal line at zero. */
function Level({ at }: { at: number }) {
  return (
    <line
      x1="0"
      x2={WIDTH}
      y1={at}
      y2={at}
      className="stroke-border"
      strokeWidth="1"
      vectorEffect="non-scaling-stroke"
    />
  );
}

const computeHeight = (balance: number, lowest: number, highest: number): number =>
  HEIGHT - EDGE - ((balance - lowest) / (highest - lowest)) * (HEIGHT - 2 * EDGE);

function drawSteps(points: readonly Point[], lowest: number, highest: number): string {
  const step = WIDTH / points.length;
  return points
    .map(({ balance }, at) => {
      const y = computeHeight(balance, lowest, highest).toFixed(1);
      const [from, to] = [at * step, (at + 1) * step].map((x) => x.toFixed(1));
      return at === 0 ? `M${from} ${y}H${to}` : `V${y}H${to}`;
    })
    .join('');
}

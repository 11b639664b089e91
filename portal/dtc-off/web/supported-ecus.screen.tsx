import { useRef, useState } from 'react';
import { PublicPage } from '../../../web/shell/public-page.tsx';
import { formatNumber } from '../../../web/languages/numbers.ts';
import { t } from '../../../web/text.ts';
import { useTypedBefore } from '../../../web/typed-before.ts';
import { Badge, type Tone } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SearchInput } from '../../../web/ui/search-input.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { Coverage } from '../coverage.contract.ts';
import { useCoverage } from './dtc-off.api.ts';

type Family = Coverage['families'][number];

const DOES: Record<Family['does'], { text: string; tone: Tone }> = {
  SWITCHES_OFF: { text: 'switches codes off', tone: 'green' },
  LISTS: { text: 'lists codes', tone: 'blue' },
  IDENTIFIES: { text: 'identifies', tone: 'grey' },
};

/** What is supported, with the figures of the last measurement and nothing better than those; for everybody. */
export default function SupportedEcusScreen() {
  const { data, isError, refetch } = useCoverage();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useTypedBefore(search, () => field.current, setSearch);
  const query = search.trim().toLowerCase();
  const found = data?.families.filter(({ family, maker, models }) =>
    [family, maker, ...models].some((name) => name.toLowerCase().includes(query)),
  );
  return (
    <PublicPage>
      <PageHeader
        title={t('Supported ECUs')}
        subline={
          data && (
            <>
              {t('Measured on real files on')} <TimeStamp value={data.measuredOn} dateOnly />
            </>
          )
        }
      />
      <p className="mb-6 max-w-prose text-body text-text2">
        {t(
          'A round trip is a real file in which codes were switched off, its checksums corrected, and everything read again and compared. A file that cannot be proved is refused before anything is paid.',
        )}
      </p>
      <Card flush>
        <div className="px-5 py-4">
          <SearchInput
            field={field}
            value={search}
            onChange={setSearch}
            placeholder={t('Search by maker or model...')}
          />
        </div>
        <Table
          caption={t('Supported ECUs')}
          rows={found}
          error={isError}
          onRetry={() => void refetch()}
          rowKey={({ family }) => family}
          columns={columns()}
          empty={{ text: t('Nothing has been measured yet.') }}
          search={query}
          onClearSearch={() => setSearch('')}
          defaultSort={{ key: 'does', direction: 'ascending' }}
        />
      </Card>
    </PublicPage>
  );
}

const ORDER: readonly Family['does'][] = ['SWITCHES_OFF', 'LISTS', 'IDENTIFIES'];

function columns(): Column<Family>[] {
  return [
    {
      key: 'models',
      header: t('Control units'),
      priority: 1,
      sortValue: ({ models }) => models[0],
      cell: ({ models }) => models.join(', '),
    },
    { key: 'maker', header: t('Maker'), sortValue: ({ maker }) => maker, cell: ({ maker }) => maker },
    {
      key: 'does',
      header: t('Tunedesk'),
      sortValue: ({ does, maker }) => `${ORDER.indexOf(does)} ${maker}`,
      cell: ({ does }) => (
        <Badge tone={DOES[does].tone}>
          <span className="sm:whitespace-nowrap">{t(DOES[does].text)}</span>
        </Badge>
      ),
    },
    {
      key: 'checksums',
      header: t('Checksums'),
      cell: ({ correctsChecksums }) => (
        <span className="sm:whitespace-nowrap">{correctsChecksums ? t('corrected') : t('not corrected')}</span>
      ),
    },
    {
      key: 'files',
      header: t('Real files'),
      align: 'right',
      sortValue: ({ files }) => files,
      cell: ({ files }) => files,
    },
    {
      key: 'rate',
      header: t('Round trips right'),
      align: 'right',
      sortValue: ({ passRate }) => passRate ?? -1,
      cell: ({ passRate, roundTrips, roundTripsRight }) =>
        passRate === null ? (
          t('none measured')
        ) : (
          <span className="sm:whitespace-nowrap">
            <strong className="font-strong">{percent(passRate)}</strong>{' '}
            <span className="text-small text-text3">
              {t('{right} of {all}', { right: roundTripsRight, all: roundTrips })}
            </span>
          </span>
        ),
    },
  ];
}

/** Never rounded up to a hundred. */
function percent(rate: number): string {
  const shown = rate < 1 ? Math.min(rate, 0.999) : 1;
  return formatNumber(shown, { style: 'percent', maximumFractionDigits: 1 });
}

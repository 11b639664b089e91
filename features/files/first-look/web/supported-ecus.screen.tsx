import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatShare } from '../../../../web/languages/share.ts';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { useTypedBeforeHydration } from '../../../../web/client/hydrated.ts';
import { Badge, type Tone } from '../../../../web/ui/badge.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { SearchInput } from '../../../../web/ui/search-input.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { Coverage } from '../../../dtc-off/coverage.calls.ts';
import { useCoverage } from '../../../dtc-off/web/dtc-off.api.ts';
import { useSession } from '../../../../web/client/session.ts';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { useTheme } from '../../../../web/ui/dark-mode.ts';
import { Brand } from '../../../../web/frame/brand.tsx';
import { FileTrial } from './file-trial.tsx';
import { Greeting } from '../../../accounts/web/greeting.tsx';
import { Footer } from '../../../shop/web/footer.tsx';
import { OfflineStrip } from '../../../../web/frame/offline-strip.tsx';
import { MainArea } from '../../../../web/frame/main-area.tsx';

type Family = Coverage['families'][number];

const SUPPORT_TEXTS: Record<Family['does'], { text: Label; tone: Tone }> = {
  SWITCHES_OFF: { text: textKey('dtc-off.supported.switchesOff'), tone: 'green' },
  LISTS: { text: textKey('dtc-off.supported.listsCodes'), tone: 'blue' },
  IDENTIFIES: { text: textKey('dtc-off.supported.identifies'), tone: 'grey' },
};

/** Lists what is supported, with the figures of the last measurement and no better ones; public. */
export default function SupportedEcusScreen() {
  const { data, isError, refetch } = useCoverage();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useTypedBeforeHydration(search, () => field.current, setSearch);
  const query = search.trim().toLowerCase();
  const found = data?.families.filter(({ family, maker, models }) =>
    [family, maker, ...models].some((name) => name.toLowerCase().includes(query)),
  );
  return (
    <PublicPage>
      <PageHeader
        title={t('dtc-off.supported.title')}
        subline={
          data && (
            <>
              {t('dtc-off.supported.measuredAt')} <TimeStamp value={data.measuredOn} dateOnly />
            </>
          )
        }
      />
      <div className="mb-6">
        <FileTrial />
      </div>
      <p className="mb-6 max-w-prose text-body text-text2">{t('dtc-off.supported.roundTripHint')}</p>
      <Card flush>
        <div className="px-5 py-4">
          <SearchInput
            field={field}
            value={search}
            onChange={setSearch}
            placeholder={t('dtc-off.supported.searchPlaceholder')}
          />
        </div>
        <Table
          caption={t('dtc-off.supported.title')}
          rows={found}
          error={isError}
          onRetry={() => void refetch()}
          rowKey={({ family }) => family}
          columns={columns()}
          empty={{ text: t('dtc-off.supported.empty') }}
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
      header: t('dtc-off.supported.controlUnits'),
      priority: 1,
      phone: 'long title',
      sortValue: ({ models }) => models[0],
      cell: ({ models }) => models.join(', '),
    },
    {
      key: 'maker',
      header: t('dtc-off.supported.maker'),
      phone: 'line',
      sortValue: ({ maker }) => maker,
      cell: ({ maker }) => maker,
    },
    {
      key: 'does',
      phone: 'end',
      header: t('dtc-off.supported.support'),
      sortValue: ({ does, maker }) => `${ORDER.indexOf(does)} ${maker}`,
      cell: ({ does }) => (
        <Badge tone={SUPPORT_TEXTS[does].tone}>
          <span className="sm:whitespace-nowrap">{t(SUPPORT_TEXTS[does].text)}</span>
        </Badge>
      ),
    },
    {
      key: 'checksums',
      header: t('common.checksums'),
      cell: ({ correctsChecksums }) => (
        <span className="sm:whitespace-nowrap">
          {correctsChecksums ? t('dtc-off.supported.checksumsCorrected') : t('dtc-off.supported.checksumsNotCorrected')}
        </span>
      ),
    },
    ...measuredColumns(),
  ];
}

function measuredColumns(): Column<Family>[] {
  return [
    {
      key: 'files',
      header: t('dtc-off.supported.realFiles'),
      align: 'right',
      sortValue: ({ files }) => files,
      cell: ({ files }) => files,
    },
    {
      key: 'rate',
      phone: 'line',
      header: t('dtc-off.supported.roundTripsRight'),
      align: 'right',
      sortValue: ({ passRate }) => passRate ?? -1,
      cell: (family) => <Rate {...family} />,
      phoneCell: (family) => (
        <>
          {t('dtc-off.supported.roundTripsRight')} <Rate {...family} />
        </>
      ),
    },
  ];
}

function Rate({ passRate, roundTrips, roundTripsRight }: Family) {
  if (passRate === null) return <>{t('dtc-off.supported.notMeasured')}</>;
  return (
    <span className="sm:whitespace-nowrap">
      <strong className="font-strong">{formatShare(passRate)}</strong>{' '}
      <span className="text-small text-text3">
        {t('dtc-off.supported.rightOfAll', { right: roundTripsRight, all: roundTrips })}
      </span>
    </span>
  );
}

/** Frame of a page that is open to everyone, signed in or not. */
export function PublicPage({ children }: { children: ReactNode }) {
  useTheme('chosen');
  const session = useSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b bg-surface">
        {/* On phones, the greeting has its own line, as in the top bar. */}
        <div className="mx-auto flex max-w-360 flex-wrap items-center justify-between gap-x-4 px-4 max-sm:pt-2 sm:min-h-top-bar sm:px-5">
          <Brand isShort />
          <div className="-mx-4 flex min-h-11 w-[calc(100%+2rem)] items-center border-t px-4 max-sm:order-last max-sm:mt-2 sm:mx-0 sm:w-auto sm:min-w-0 sm:flex-1 sm:justify-end sm:border-t-0 sm:px-0">
            <Greeting />
          </div>
          <Link to="/" className={buttonClass({ variant: 'quiet' })}>
            {session === null ? t('common.login') : t('common.shell.toThePortal')}
          </Link>
        </div>
      </header>
      <OfflineStrip />
      <MainArea className="mx-auto w-full max-w-360 flex-1 px-4 py-6 sm:px-5">{children}</MainArea>
      <Footer />
    </div>
  );
}

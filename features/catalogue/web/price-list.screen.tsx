import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../../web/client/session.ts';
import { t, wordText } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SearchInput } from '../../../web/ui/search-input.tsx';
import { SkeletonCards } from '../../../web/ui/skeleton-shapes.tsx';
import { EmptyState, LoadError, NoMatch } from '../../../web/ui/table-states.tsx';
import type { Solution, SolutionType } from '../catalogue.calls.ts';
import { useSolutions } from './catalogue.api.ts';
import { SolutionPicture } from './solution-picture.tsx';

/** The same for customers and for administrators, who buy nothing. */
export default function PriceListScreen() {
  const canBuy = useCan('credits.buy');
  const [search, setSearch] = useState('');
  return (
    <>
      <PageHeader
        title={t('catalogue.priceList.title')}
        actions={
          <>
            <div className="flex min-w-60 flex-1">
              <SearchInput
                value={search}
                onChange={setSearch}
                placeholder={t('catalogue.priceList.searchPlaceholder')}
              />
            </div>
            {canBuy && <ButtonLink to="/buy-credits">{t('common.buyCredits')}</ButtonLink>}
          </>
        }
      />
      <div className="mb-6">
        <Alert>
          {t('catalogue.priceList.testedHint')}
          {canBuy && (
            <>
              {' '}
              {t('catalogue.priceList.openTicketHint')}{' '}
              <Link to="/my-files" className="text-link underline underline-offset-2">
                {t('common.myFiles')}
              </Link>
            </>
          )}
        </Alert>
      </div>
      <Solutions search={search.trim()} onClearSearch={() => setSearch('')} />
    </>
  );
}

const groups: readonly SolutionType[] = ['TUNING', 'OPTION'];

/** Staff can add the first one; a customer can ask for one in a ticket. */
function NoSolutions() {
  const canBuy = useCan('credits.buy');
  return (
    <EmptyState
      text={t('catalogue.solutionsEmpty')}
      art="ledger"
      action={
        canBuy ? (
          <NextStep to="/my-ticket">{t('common.myTickets')}</NextStep>
        ) : (
          <NextStep to="/admin/add-solution">{t('catalogue.addSolutionLink')}</NextStep>
        )
      }
    />
  );
}

function Solutions({ search, onClearSearch }: { search: string; onClearSearch: () => void }) {
  const { data, isError, refetch } = useSolutions();
  if (!data) {
    return isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonCards />;
  }
  if (data.length === 0) return <NoSolutions />;
  const query = search.toLowerCase();
  const found = data.filter(({ name, code }) => `${name}\n${code}`.toLowerCase().includes(query));
  return (
    <div className="grid gap-8">
      <div role="status" className="empty:sr-only">
        {found.length === 0 && <NoMatch search={search} onClearSearch={onClearSearch} />}
      </div>
      {groups.map((type) => (
        <Group key={type} type={type} solutions={found.filter((solution) => solution.type === type)} />
      ))}
    </div>
  );
}

function Group({ type, solutions }: { type: SolutionType; solutions: readonly Solution[] }) {
  if (solutions.length === 0) return null;
  return (
    <section aria-labelledby={`solutions-${type}`}>
      <h2 id={`solutions-${type}`} className="mb-3 flex items-center gap-3 text-body tracking-wider text-text2">
        {wordText(type)}
        <span aria-hidden="true" className="h-px flex-1 bg-border" />
        <span className="text-small font-normal text-text3">
          {t('catalogue.solutionCount', { count: solutions.length })}
        </span>
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {solutions
          .toSorted((a, b) => a.order_no - b.order_no)
          .map((solution) => (
            <SolutionCard key={solution.id} solution={solution} />
          ))}
      </ul>
    </section>
  );
}

function SolutionCard({ solution }: { solution: Solution }) {
  const { name, code, credits, image_url, type } = solution;
  return (
    <li className="flex min-w-0 items-center gap-4 rounded-card border bg-surface p-3 pr-4">
      <SolutionPicture key={image_url} image_url={image_url} type={type} />
      {/* The price goes below a name whose longest word would not fit beside it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0 flex-[1_1_min-content]">
          <h3 className="text-body">{name}</h3>
          <p className="text-small text-text3">{code}</p>
        </div>
        <p className="shrink-0 text-body font-strong">{t('catalogue.priceInCredits', { n: credits })}</p>
      </div>
    </li>
  );
}

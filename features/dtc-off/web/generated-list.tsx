import { useEffect, useState } from 'react';
import { RecordLink, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { SearchInput } from '../../../web/ui/search-input.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError, NoMatch } from '../../../web/ui/table-states.tsx';
import { GENERATIONS_PER_PAGE, type ListedGeneration, MAX_SEARCH_LENGTH } from '../generations.calls.ts';
import { useGenerations } from './dtc-off.api.ts';
import { GeneratedFile, VerifyLink } from './generated-files.tsx';

/** The part of the list that is shown. */
export type GeneratedListState = {
  search: string;
  page: number;
  setSearch: (search: string) => void;
  goTo: (page: number, options?: { replace: boolean }) => void;
};

type GeneratedListProps = {
  shown: GeneratedListState;
  /** For administrators: shows the owner of each file. */
  hasOwners?: boolean;
  /** Text shown while there are no files; without it, nothing is shown. */
  empty?: string;
};

/** A customer's own files, below the form. Its state is not in the address, so that "Back" leaves the screen. */
export function OwnGeneratedList() {
  const [{ search, page }, show] = useState({ search: '', page: 1 });
  const shown = {
    search,
    page,
    setSearch: (text: string) => show({ search: text, page: 1 }),
    goTo: (next: number) => show({ search, page: next }),
  };
  return <GeneratedList shown={shown} />;
}

/** Every generated file, newest first, in pages; files stay listed after their session has expired. */
export function GeneratedList({ shown, hasOwners = false, empty }: GeneratedListProps) {
  const { search, page, goTo } = shown;
  const searchedText = useSettled(search).trim().slice(0, MAX_SEARCH_LENGTH);
  const { data, isError, isPending, isPlaceholderData, refetch } = useGenerations(searchedText, page);
  const total = data?.total_rows ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / GENERATIONS_PER_PAGE));
  const isBeyond = data !== undefined && !isPlaceholderData && page > pageCount;
  useEffect(() => {
    if (isBeyond) goTo(pageCount, { replace: true });
  }, [isBeyond, pageCount, goTo]);
  const isEmpty = data !== undefined && total === 0;
  if (empty === undefined && search === '' && searchedText === '' && (data === undefined || isEmpty)) return null;
  return (
    <Card title={t('dtc-off.generated.title')} actions={<VerifyLink />}>
      {(hasOwners || search !== '' || total > SEARCHED_FROM) && (
        <Searched shown={shown} total={total} hasOwners={hasOwners} />
      )}
      {isPending && <SkeletonLines lines={6} />}
      {isError && data === undefined && <LoadError onRetry={() => void refetch()} />}
      {isEmpty && searchedText === '' && <NoFile text={empty ?? ''} />}
      <div role="status">
        {isEmpty && searchedText !== '' && <NoMatch search={searchedText} onClearSearch={() => shown.setSearch('')} />}
      </div>
      <ul aria-busy={isPlaceholderData} className={`grid gap-5 ${isPlaceholderData ? 'opacity-55' : ''}`}>
        {data?.generations.map((generation) => (
          <li key={generation.id} className="grid min-w-0 gap-2 border-t pt-4 first:border-t-0 first:pt-0">
            <GeneratedFile
              generation={generation}
              hasFile={generation.has_file}
              facts={<Facts generation={generation} hasOwner={hasOwners} />}
            />
          </li>
        ))}
      </ul>
      <div className="mt-5 empty:hidden">
        <Pagination
          page={Math.min(page, pageCount)}
          pageCount={pageCount}
          onPage={goTo}
          label={t('dtc-off.generated.title')}
        />
      </div>
    </Card>
  );
}

const NoFile = ({ text }: { text: string }) => (
  <EmptyState
    text={text}
    action={
      <NextStep hint={t('dtc-off.generated.emptyHint')} to="/supported-ecus">
        {t('dtc-off.supported.pageLink')}
      </NextStep>
    }
  />
);

/** Up to this many files can be taken in at a glance, without a search. */
const SEARCHED_FROM = 5;

/** Longer than the time between two keystrokes. */
const PAUSE_MS = 300;

/** Returns what was typed, once the typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type SearchedProps = { shown: GeneratedListState; total: number; hasOwners: boolean };

function Searched({ shown: { search, setSearch }, total, hasOwners }: SearchedProps) {
  const placeholder = hasOwners
    ? t('dtc-off.generated.staffSearchPlaceholder')
    : t('dtc-off.generated.searchPlaceholder');
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchInput value={search} onChange={setSearch} placeholder={placeholder} />
      <p role="status" className="text-small text-text2">
        {t('dtc-off.generated.count', { count: total })}
      </p>
    </div>
  );
}

function Facts({ generation, hasOwner }: { generation: ListedGeneration; hasOwner: boolean }) {
  const { user_id, username, original_name, has_file, ordered_by: name = null } = generation;
  return (
    <p className="flex flex-wrap gap-x-3 text-small text-text2 wrap-anywhere">
      {hasOwner && <RecordLink to={pathOfUser(user_id)}>{username}</RecordLink>}
      <span>{t('dtc-off.generated.madeOf', { file: original_name })}</span>
      {name !== null && <span>{t('common.orderedBy', { name })}</span>}
      {!has_file && <span>{t('dtc-off.generated.fileRemoved')}</span>}
    </p>
  );
}

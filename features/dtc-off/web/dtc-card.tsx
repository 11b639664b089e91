import { useDeferredValue, useState } from 'react';
import { sentenceText, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { SearchInput } from '../../../web/ui/search-input.tsx';
import { NoMatch } from '../../../web/ui/table-states.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import type { DtcRow } from '../dtc-session.ts';
import { joinSelection } from '../dtc-off.rules.ts';
import {
  ROWS_PER_PAGE,
  countLocks,
  findRows,
  isSelectable,
  listSwitchedOff,
  listToClear,
  listTogether,
} from '../dtc-table.rules.ts';
import { DtcCsv } from './dtc-csv.tsx';
import { DtcFunctions } from './dtc-functions.tsx';
import { DtcReport } from './dtc-report.tsx';
import { DtcRows } from './dtc-rows.tsx';

type CodesProps = {
  rows: readonly DtcRow[];
  /** Chosen codes, in the order in which they were chosen. */
  selected: readonly string[];
  onSelect: (codes: readonly string[], isOn: boolean) => void;
};

type DtcCodesProps = CodesProps & {
  /** The rows scroll in an area of their own where more of a form follows. */
  hasMoreBelow?: boolean;
};

type DtcCardProps = CodesProps & {
  /** Link to the page where the file is uploaded by hand. */
  manually: string;
};

export function DtcCard({ rows, manually, selected, onSelect }: DtcCardProps) {
  return (
    <Card level={3} title={t('dtc-off.codes.title')} flush>
      {rows.length > 0 && !rows.some(isSelectable) && (
        <div className="px-4 pt-4">
          <NoneSelectable rows={rows} manually={manually} />
        </div>
      )}
      {rows.length === 0 ? (
        <NoCodes manually={manually} />
      ) : (
        <DtcCodes rows={rows} selected={selected} onSelect={onSelect} />
      )}
    </Card>
  );
}

function NoCodes({ manually }: { manually: string }) {
  return (
    <div className="p-4">
      <Alert kind="warning" action={<ButtonLink to={manually}>{t('dtc-off.manualUpload.button')}</ButtonLink>}>
        {t('dtc-off.codes.notRetrieved')}
      </Alert>
    </div>
  );
}

/** The codes of a file to choose from, with functions, report and search. May be part of a form. */
export function DtcCodes({ rows, selected, onSelect, hasMoreBelow = false }: DtcCodesProps) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const chosen = new Set(selected);
  const together = listTogether(rows, chosen);
  const { off, isOff, change } = describeSelection({ rows, selected, onSelect });
  const query = useDeferredValue(search);
  const found = findRows(rows, query, chosen);
  const pageCount = Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE));
  const shownPage = Math.min(page, pageCount);
  const shown = found.slice((shownPage - 1) * ROWS_PER_PAGE, shownPage * ROWS_PER_PAGE);
  const searchFor = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  // When one row is left, Enter toggles it, so that codes can be chosen without leaving the search.
  const toggleOnlyRow = () => {
    const [only, ...others] = findRows(rows, search, chosen);
    if (only && others.length === 0 && isSelectable(only)) change([only.dtc], !isOff(only.dtc));
  };
  return (
    <>
      <div className="grid gap-3 border-b p-4">
        <DtcFunctions rows={rows} selected={new Set(off)} onSelect={change} />
        <DtcReport rows={rows} onSelect={onSelect} />
        <div className="flex flex-wrap items-end gap-3">
          <Selection rows={rows} selected={off} onSelect={change} />
          <DtcCsv rows={rows} selected={chosen} together={together} />
          <DtcSearch value={search} onChange={searchFor} onEnter={toggleOnlyRow} />
        </div>
        <OffTogether codes={off.slice(selected.length)} />
      </div>
      <div role="status">
        {found.length === 0 && (
          <NoMatch search={query} text={t('dtc-off.codes.noMatch', { q: query })} onClearSearch={() => searchFor('')} />
        )}
      </div>
      {found.length > 0 && (
        <div className={hasMoreBelow ? 'max-h-96 overflow-y-auto [--sticky-top:0px]' : undefined}>
          <DtcRows
            rows={shown}
            selected={chosen}
            together={together}
            onToggle={({ dtc }) => change([dtc], !isOff(dtc))}
          />
        </div>
      )}
      {found.length > ROWS_PER_PAGE && <Paging page={shownPage} pageCount={pageCount} onPage={setPage} />}
    </>
  );
}

/** All codes that the chosen ones switch off, and how to change the choice so that a code goes off or on. */
function describeSelection({ rows, selected, onSelect }: CodesProps) {
  const off = listSwitchedOff(rows, selected);
  return {
    off,
    isOff: (code: string) => off.includes(code),
    change: (codes: readonly string[], isOn: boolean) =>
      onSelect(isOn ? codes : listToClear(rows, selected, codes), isOn),
  };
}

const OffTogether = ({ codes }: { codes: readonly string[] }) =>
  codes.length > 0 && (
    <p className="text-small text-text2 wrap-anywhere">{t('dtc-off.codes.together', { codes: codes.join(', ') })}</p>
  );

type DtcSearchProps = { value: string; onChange: (text: string) => void; onEnter: () => void };

function DtcSearch({ value, onChange, onEnter }: DtcSearchProps) {
  return (
    <div
      className="min-w-0 flex-1 basis-56"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onEnter();
      }}
    >
      <SearchInput value={value} onChange={onChange} placeholder={t('dtc-off.codes.searchPlaceholder')} />
    </div>
  );
}

/** The field required by the specification, and the controls that fill and clear it. */
function Selection({ rows, selected, onSelect }: CodesProps) {
  const selectable = rows.filter(isSelectable).map(({ dtc }) => dtc);
  return (
    <div className="flex min-w-0 flex-3 basis-96 flex-wrap items-end gap-2">
      <label className="flex min-w-0 flex-1 basis-40 gap-x-2 gap-y-1 max-sm:basis-full max-sm:flex-col sm:items-center">
        <span className="shrink-0 text-small text-text3">{t('dtc-off.selectedCodes')}</span>
        <TextInput
          readOnly
          className="min-w-0 font-mono"
          placeholder={t('dtc-off.selectedCodesPlaceholder')}
          value={joinSelection(selected)}
        />
      </label>
      <Button
        aria-disabled={selectable.length === 0 || selected.length === selectable.length}
        onClick={() => onSelect(selectable, true)}
      >
        {t('dtc-off.selectAll')}
      </Button>
      <Button variant="quiet" aria-disabled={selected.length === 0} onClick={() => onSelect(selected, false)}>
        {t('dtc-off.clearSelection')}
      </Button>
    </div>
  );
}

type PagingProps = { page: number; pageCount: number; onPage: (page: number) => void };

function Paging({ page, pageCount, onPage }: PagingProps) {
  const go = (to: number) => to > 0 && to <= pageCount && onPage(to);
  return (
    <nav
      aria-label={t('common.pages')}
      className="grid grid-cols-2 items-center gap-3 border-t px-4 py-3 sm:flex sm:justify-between"
    >
      <Button aria-disabled={page <= 1} onClick={() => go(page - 1)}>
        {t('dtc-off.previousPage')}
      </Button>
      <p role="status" className="text-center text-body max-sm:order-first max-sm:col-span-2">
        {t('dtc-off.pageOfCount', { page, pageCount })}
      </p>
      <Button aria-disabled={page >= pageCount} onClick={() => go(page + 1)}>
        {t('dtc-off.nextPage')}
      </Button>
    </nav>
  );
}

type NoneSelectableProps = { rows: readonly DtcRow[]; manually: string };

/** Shown when every row is locked: the reasons, the number of codes for each, and what can be done instead. */
function NoneSelectable({ rows, manually }: NoneSelectableProps) {
  const isAllOff = rows.every(({ status }) => status === 'OFF');
  return (
    <Alert
      kind="warning"
      title={t('dtc-off.noneSelectable.title')}
      action={isAllOff ? undefined : <ButtonLink to={manually}>{t('dtc-off.manualUpload.button')}</ButtonLink>}
    >
      <ul className="list-disc pl-5">
        {countLocks(rows).map(({ reason, count }) => (
          <li key={reason.message}>{t('dtc-off.noneSelectable.reason', { count, reason: sentenceText(reason) })}</li>
        ))}
      </ul>
      <p className="mt-1">{isAllOff ? t('dtc-off.noneSelectable.allOffHint') : t('dtc-off.noneSelectable.hint')}</p>
    </Alert>
  );
}

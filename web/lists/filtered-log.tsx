import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Card } from '../ui/card.tsx';
import { FoldedFilter } from '../ui/folded-filter.tsx';
import { COMPACT } from '../ui/list-toolbar.tsx';
import { Table, type TableProps } from '../ui/table.tsx';
import type { Log } from './use-log.ts';

interface FilteredLogProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rowKey' | 'rail' | 'empty'> {
  filter: ReactNode;
  isNarrowed: boolean;
  onClear: () => void;
  log: Log<Row>;
}

/** A filter and the log entries that match it; more entries load as they are scrolled to. */
export function FilteredLog<Row>({ filter, isNarrowed, onClear, log, ...table }: FilteredLogProps<Row>) {
  const { rows, rowCount, isOfOtherFilter, hasFailed, retry, onRange } = log;
  return (
    <Card flush className={COMPACT}>
      <FoldedFilter isNarrowed={isNarrowed}>{filter}</FoldedFilter>
      <div aria-busy={isOfOtherFilter} className={isOfOtherFilter ? 'opacity-55' : undefined}>
        <Table
          {...table}
          dense
          isSorted
          rows={rows}
          rowCount={rowCount}
          onRange={onRange}
          error={hasFailed}
          onRetry={retry}
          search={isNarrowed ? t('common.filters.yourFilter') : ''}
          isFiltered
          onClearSearch={onClear}
        />
      </div>
    </Card>
  );
}

import type { ReactNode } from 'react';
import type { ListSelection } from './list-selection.tsx';
import { BulkBar } from './selection.tsx';

type SelectionBarProps = {
  selection: ListSelection;
  totals: { matching: number; is_exact: boolean } | undefined;
  /** How many "all" are, as the server counts them. */
  countOfAll: number | undefined;
  children: ReactNode;
};

/** What can be done with the chosen rows of a list. */
export const SelectionBar = ({ selection, totals, countOfAll, children }: SelectionBarProps) => (
  <BulkBar
    count={selection.isAll ? countOfAll : selection.ticked}
    matching={totals?.is_exact ? totals.matching : undefined}
    mayAll={selection.mayAll}
    onAll={selection.selectAll}
    onClear={selection.clear}
  >
    {children}
  </BulkBar>
);

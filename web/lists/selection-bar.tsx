import type { ReactNode } from 'react';
import type { ListSelection } from './list-selection.tsx';
import { BulkBar } from './selection.tsx';

type SelectionBarProps = {
  selection: ListSelection;
  totals: { matching: number; is_exact: boolean } | undefined;
  /** The number of rows behind "all", as counted by the server. */
  countOfAll: number | undefined;
  children: ReactNode;
};

/** Bar with the actions for the selected rows of a list. */
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

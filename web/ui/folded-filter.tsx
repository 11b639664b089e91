import { Funnel } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';

/**
 * Folds the filters of a list behind a button on a phone, where they would push the rows off the screen. `count`: how
 * many are set; undefined for a list that can only be sorted.
 */
export function useFold(count: number | undefined) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return {
    /** For the element around the button and the filters: the order of the list is folded with them (table.css). */
    frame: { 'data-filters': isOpen ? 'open' : 'folded' },
    filters: { id, className: isOpen ? undefined : 'max-sm:hidden' },
    button: (
      <Button
        className="sm:hidden"
        icon={<Funnel />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count === undefined ? t('common.sort.label') : textOf(count)}
      </Button>
    ),
  };
}

const textOf = (count: number) => (count > 0 ? t('common.filtersSet', { n: count }) : t('common.filter'));

export type FoldedFilterProps = {
  /** Number of fields that narrow the list. */
  count: number;
  children: ReactNode;
};

/** Filter fields above a list. */
export function FoldedFilter({ count, children }: FoldedFilterProps) {
  const { frame, filters, button } = useFold(count);
  return (
    <div {...frame}>
      <div className="px-4 py-2 sm:hidden">{button}</div>
      <div {...filters}>{children}</div>
    </div>
  );
}

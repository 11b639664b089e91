import { X } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { t } from '../text.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import type { Column } from '../ui/table-column.ts';

/**
 * The rows somebody has ticked, by their ids; they stay ticked while the list is searched for more. `nameOf` has to be
 * the same function each time, so that the rows are not all drawn anew.
 */
export function useSelection<Row extends { id: number }>(nameOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map());
  const column = useMemo((): Column<Row> => {
    const toggle = (row: Row) =>
      setChosen((before) => {
        const next = new Map(before);
        if (!next.delete(row.id)) next.set(row.id, row);
        return next;
      });
    return {
      key: 'select',
      header: t('Select'),
      actions: true,
      cell: (row) => (
        <Tick
          isOn={chosen.has(row.id)}
          label={t('Select {name}', { name: nameOf(row) })}
          onToggle={() => toggle(row)}
        />
      ),
    };
  }, [chosen, nameOf]);
  const rows = useMemo(() => [...chosen.values()], [chosen]);
  return {
    rows,
    column,
    choose: (wanted: readonly Row[]) => setChosen(new Map(wanted.map((row) => [row.id, row]))),
    /** What was ticked under another search stays ticked. */
    add: (more: readonly Row[]) =>
      setChosen((before) => new Map([...before, ...more.map((row) => [row.id, row] as const)])),
    /** They are not there any more. */
    drop: (gone: number) => setChosen((before) => new Map([...before].filter(([id]) => id !== gone))),
    /** Of rows of which not all may be here. */
    misses: (shown: readonly Row[] = []) => shown.some((row) => !chosen.has(row.id)),
    clear: () => setChosen(new Map()),
  };
}

function Tick({ isOn, label, onToggle }: { isOn: boolean; label: string; onToggle: () => void }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      onChange={onToggle}
      className="m-1.5 size-5 cursor-pointer align-middle accent-accent coarse:m-3"
    />
  );
}

type BulkBarProps = {
  count: number;
  matching: number;
  /** Some that match are not ticked. */
  mayAll: boolean;
  onAll: () => Promise<void>;
  onClear: () => void;
  /** What can be done with all of them. */
  children: ReactNode;
};

/** What can be done with the chosen rows; there only while there are some. */
export function BulkBar({ count, matching, mayAll, onAll, onClear, children }: BulkBarProps) {
  return (
    <div role="status">
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-t bg-surface2 px-4 py-2">
          <p className="mr-auto text-body font-strong">{t('{n} selected', { n: count })}</p>
          {mayAll && (
            <Button
              small
              variant="quiet"
              onClick={() => void onAll().catch(() => toast.show(t('Could not load.'), 'error'))}
            >
              {t('Select all {n}', { n: matching })}
            </Button>
          )}
          {children}
          <Button small variant="quiet" icon={<X />} iconOnly onClick={onClear}>
            {t('Clear the selection')}
          </Button>
        </div>
      )}
    </div>
  );
}

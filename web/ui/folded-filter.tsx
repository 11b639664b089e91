import { clsx } from 'clsx';
import { Funnel } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';

export type FoldedFilterProps = { isNarrowed: boolean; children: ReactNode };

/** Filter fields above a list. On a phone, a button opens them; otherwise they would push the rows off the screen. */
export function FoldedFilter({ isNarrowed, children }: FoldedFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className={clsx('p-4 sm:hidden', isOpen && 'pb-0')}>
        <Button
          className="w-full"
          icon={<Funnel />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isNarrowed ? t('common.filterOn') : t('common.filter')}
        </Button>
      </div>
      <div id={id} className={clsx(!isOpen && 'max-sm:hidden')}>
        {children}
      </div>
    </>
  );
}

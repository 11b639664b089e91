import { CircleCheck, CircleX, Undo2, type LucideIcon } from 'lucide-react';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { statusText } from '../../../../web/ui/badge.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { Dashboard } from '../dashboard.contract.ts';

type Count = {
  field: 'completed' | 'refunded' | 'canceled';
  text: Label;
  Icon: LucideIcon;
  icon: string;
};

const counts: readonly Count[] = [
  { field: 'completed', text: textKey('dashboard.processed'), Icon: CircleCheck, icon: 'text-green-solid' },
  { field: 'refunded', text: textKey('dashboard.refunded'), Icon: Undo2, icon: 'text-blue-solid' },
  { field: 'canceled', text: textKey('dashboard.canceled'), Icon: CircleX, icon: 'text-red-solid' },
];

type CountsProps = {
  dashboard: Dashboard | undefined;
  /** The request failed: showing it as loading would hide what is below, which offers to try again. */
  isError: boolean;
};

/** Three figures in one frame, each marked with the colour of its status. */
export function Counts({ dashboard, isError }: CountsProps) {
  const nothing = isError ? '–' : <Skeleton className="my-1 h-5 w-8" />;
  return (
    <div className="overflow-hidden rounded-card border bg-surface">
      <dl className="grid grid-cols-[auto_auto_auto] divide-x sm:grid-cols-3">
        {counts.map(({ field, text, Icon, icon }) => (
          <div
            key={field}
            className="flex min-w-0 flex-row-reverse items-baseline justify-end gap-x-2 px-4 py-3 max-sm:flex-col-reverse max-sm:items-start max-sm:px-3 max-[22rem]:px-1.5"
          >
            <dt className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-body text-text2 max-[22rem]:gap-1 max-sm:text-small">
              <Icon size={15} className={`shrink-0 ${icon}`} />
              {t(text)}
            </dt>
            <dd className="text-heading font-heading">{dashboard ? dashboard[field] : nothing}</dd>
          </div>
        ))}
      </dl>
      {dashboard && <Parts dashboard={dashboard} />}
    </div>
  );
}

/** What processed adds up, in the words of the lists, where each status has its own filter. */
function Parts({ dashboard: { processed, completed } }: { dashboard: Dashboard }) {
  const parts = `${statusText('PROCESSED')} ${processed}, ${statusText('COMPLETED')} ${completed - processed}`;
  return (
    <p className="border-t px-4 py-1.5 text-small text-text3 max-sm:px-3">
      {t('dashboard.processed')}: <span>{parts}</span>
    </p>
  );
}

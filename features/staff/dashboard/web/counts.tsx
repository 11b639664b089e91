import { CircleCheck, CircleX, Undo2, type LucideIcon } from 'lucide-react';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { countText } from '../../../../web/languages/numbers.ts';
import { statusText } from '../../../../web/ui/badge.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { FileStatus } from '../../../files/file.ts';
import type { Dashboard } from '../dashboard.calls.ts';

type Count = {
  field: 'completed' | 'refunded' | 'canceled';
  statuses: readonly FileStatus[];
  text: Label;
  Icon: LucideIcon;
  icon: string;
};

const counts: readonly Count[] = [
  {
    field: 'completed',
    statuses: ['PROCESSED', 'COMPLETED'],
    text: textKey('staff.dashboard.processed'),
    Icon: CircleCheck,
    icon: 'text-green-solid',
  },
  {
    field: 'refunded',
    statuses: ['REFUNDED'],
    text: textKey('staff.dashboard.refunded'),
    Icon: Undo2,
    icon: 'text-blue-solid',
  },
  {
    field: 'canceled',
    statuses: ['CANCELED'],
    text: textKey('staff.dashboard.canceled'),
    Icon: CircleX,
    icon: 'text-red-solid',
  },
];

type CountsProps = {
  dashboard: Dashboard | undefined;
  /** The request failed: showing it as loading would hide what is below, which offers to try again. */
  isError: boolean;
  countAll: (() => void) | undefined;
};

const numberOf = ({ capped }: Dashboard, count: number, statuses: readonly FileStatus[]) =>
  countText(
    count,
    statuses.some((status) => capped.includes(status)),
  );

/** Three figures in one frame, each marked with the colour of its status. */
export function Counts({ dashboard, isError, countAll }: CountsProps) {
  const nothing = isError ? '–' : <Skeleton className="my-1 h-5 w-8" />;
  return (
    <div className="overflow-hidden rounded-card border bg-surface">
      <dl className="grid grid-cols-[auto_auto_auto] divide-x sm:grid-cols-3">
        {counts.map(({ field, statuses, text, Icon, icon }) => (
          <div
            key={field}
            className="flex min-w-0 flex-row-reverse items-baseline justify-end gap-x-2 px-4 py-3 max-sm:flex-col-reverse max-sm:items-start max-sm:px-3 max-[22rem]:px-1.5"
          >
            <dt className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-body text-text2 max-[22rem]:gap-1 max-sm:text-small">
              <Icon size={15} className={`shrink-0 ${icon}`} />
              {t(text)}
            </dt>
            <dd className="text-heading font-heading">
              {dashboard ? numberOf(dashboard, dashboard[field], statuses) : nothing}
            </dd>
          </div>
        ))}
      </dl>
      {dashboard && <Parts dashboard={dashboard} countAll={countAll} />}
    </div>
  );
}

/** What processed adds up, in the words of the lists, where each status has its own filter. */
function Parts({ dashboard, countAll }: { dashboard: Dashboard; countAll: (() => void) | undefined }) {
  const { processed, completed } = dashboard;
  const parts = [
    `${statusText('PROCESSED')} ${numberOf(dashboard, processed, ['PROCESSED'])}`,
    `${statusText('COMPLETED')} ${numberOf(dashboard, completed - processed, ['COMPLETED'])}`,
  ].join(', ');
  return (
    <p className="border-t px-4 py-1.5 text-small text-text3 max-sm:px-3">
      {t('staff.dashboard.processed')}: <span>{parts}</span>{' '}
      {countAll && (
        <Button small variant="quiet" onClick={countAll}>
          {t('common.countAll')}
        </Button>
      )}
    </p>
  );
}

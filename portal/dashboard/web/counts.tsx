import { CircleCheck, CircleX, Undo2, type LucideIcon } from 'lucide-react';
import { t } from '../../../web/text.ts';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import type { Dashboard } from '../dashboard.contract.ts';

type Count = {
  field: 'completed' | 'refunded' | 'canceled';
  text: string;
  Icon: LucideIcon;
  rail: string;
  icon: string;
};

const counts: readonly Count[] = [
  { field: 'completed', text: 'Processed', Icon: CircleCheck, rail: 'bg-green-solid', icon: 'text-green-solid' },
  { field: 'refunded', text: 'Refunded', Icon: Undo2, rail: 'bg-blue-solid', icon: 'text-blue-solid' },
  { field: 'canceled', text: 'Canceled', Icon: CircleX, rail: 'bg-red-solid', icon: 'text-red-solid' },
];

type CountsProps = {
  dashboard: Dashboard | undefined;
  /** It did not come: something that is still coming would hide what stands below, which offers to try again. */
  isError: boolean;
};

/** Three instruments in one housing; each is railed in the colour its status has everywhere. */
export function Counts({ dashboard, isError }: CountsProps) {
  const nothing = isError ? '–' : <Skeleton className="my-1.5 h-7 w-12" />;
  return (
    <dl className="grid grid-cols-3 divide-x overflow-hidden rounded-card border bg-surface">
      {counts.map(({ field, text, Icon, rail, icon }) => (
        <div
          key={field}
          className="relative flex min-w-0 flex-col-reverse justify-end px-3 max-[22rem]:px-1.5 pt-4 pb-3 sm:px-6 sm:pt-5 sm:pb-4"
        >
          <dt className="mt-1 flex flex-wrap items-center wrap-anywhere hyphens-auto gap-1.5 max-[22rem]:gap-1 text-small text-text2 sm:text-body">
            <Icon size={16} className={`shrink-0 ${icon}`} />
            {t(text)}
          </dt>
          <dd className="text-display font-strong">{dashboard ? dashboard[field] : nothing}</dd>
          <span aria-hidden="true" className={`absolute inset-x-0 top-0 h-0.75 ${rail}`} />
        </div>
      ))}
    </dl>
  );
}

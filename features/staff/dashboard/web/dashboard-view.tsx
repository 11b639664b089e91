import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { useBelowLoadingMarks } from '../../../../web/ui/loading-marks.ts';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import type { Dashboard } from '../dashboard.calls.ts';
import { Counts } from './counts.tsx';
import { LastFiles, type Viewer } from './last-files.tsx';
import { FirstStartCard } from '../../../shop/first-start/web/first-start-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NeedsYou } from './needs-you.tsx';
import { useNeedsYou } from './needs-you.api.ts';
import { LastTickets } from './last-tickets.tsx';

type DashboardViewProps = {
  viewer: Viewer;
  dashboard: UseQueryResult<Dashboard>;
  /** Counts all files; undefined unless there are more than have been counted. */
  countAll: (() => void) | undefined;
  /** Shown before everything else. */
  notices?: ReactNode;
};

/** What waits and what became of the rest; the same for both areas except for its columns and where View leads. */
export function DashboardView({ viewer, dashboard, countAll, notices }: DashboardViewProps) {
  const { data, isError, refetch } = dashboard;
  const parts = useRef<HTMLDivElement>(null);
  useBelowLoadingMarks(parts);
  // The rest of the page does not wait for it.
  const own = useNeedsYou().data;
  const state = { viewer, isError, onRetry: () => void refetch() };
  return (
    <>
      <PageHeader
        title={t('common.dashboard')}
        actions={
          viewer === 'customer' && (
            <ButtonLink variant="primary" to="/upload">
              {t('common.uploadFile')}
            </ButtonLink>
          )
        }
      />
      {notices}
      <div ref={parts} className="grid gap-4">
        <FirstSteps steps={own?.first_steps ?? null} />
        {viewer === 'administrator' && <FirstStartCard progress={own?.first_start ?? null} />}
        <NeedsYou viewer={viewer} needs={own?.needs ?? []} />
        <Counts dashboard={data} isError={isError} countAll={countAll} />
        <LastFiles {...state} files={data?.files} />
        <LastTickets {...state} tickets={data?.tickets} />
      </div>
    </>
  );
}

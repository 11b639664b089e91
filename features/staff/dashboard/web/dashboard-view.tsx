import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { useBelowLoadingMarks } from '../../../../web/ui/loading-marks.ts';
import { Button, ButtonLink } from '../../../../web/ui/button.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import type { Dashboard, FirstSteps as Steps } from '../dashboard.calls.ts';
import { Counts } from './counts.tsx';
import { LastFiles, type Viewer } from './last-files.tsx';
import { FirstStartCard } from '../../../shop/first-start/web/first-start-card.tsx';
import { NeedsYou } from './needs-you.tsx';
import { useDismissFirstSteps, useNeedsYou } from './dashboard.api.ts';
import { LastTickets } from './last-tickets.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { StepDot } from '../../../shop/first-start/web/step-dot.tsx';
import { useIsLeftOut } from '../../../../web/client/session.ts';

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
  const { isError, refetch } = dashboard;
  // A reply is drawn in slices: in one go, its rows would block a slow phone.
  const data = useDeferredValue(dashboard.data);
  const parts = useRef<HTMLDivElement>(null);
  useBelowLoadingMarks(parts);
  const waiting = useNeedsYou();
  const own = useDeferredValue(waiting.data);
  const seesFiles = !useIsLeftOut('files.read-all');
  const seesTickets = !useIsLeftOut('tickets.read-all');
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
      <div ref={parts} className="grid gap-4">
        {notices}
        {own === undefined && !waiting.isError && (
          <Card>
            <SkeletonLines lines={5} />
          </Card>
        )}
        <FirstSteps steps={own?.first_steps ?? null} />
        {viewer === 'administrator' && <FirstStartCard progress={own?.first_start ?? null} />}
        <NeedsYou viewer={viewer} needs={own?.needs ?? []} />
        <Counts dashboard={data} isError={isError} countAll={countAll} />
        {seesFiles && <LastFiles {...state} files={data?.files} />}
        {seesTickets && <LastTickets {...state} tickets={data?.tickets} />}
      </div>
    </>
  );
}

const STEPS: readonly { step: keyof Steps; text: Label; to: string | null }[] = [
  // No link: the strip above every page sends the mail again.
  { step: 'email', text: textKey('staff.dashboard.stepEmail'), to: null },
  { step: 'profile', text: textKey('staff.dashboard.stepProfile'), to: '/account-settings' },
  { step: 'upload', text: textKey('staff.dashboard.stepUpload'), to: '/upload' },
  { step: 'credits', text: textKey('common.buyCredits'), to: '/buy-credits' },
];

/** Steps for a new customer: what is done is computed from the account, and the card disappears once all of it is. */
function FirstSteps({ steps }: { steps: Steps | null }) {
  const dismiss = useDismissFirstSteps();
  if (steps === null) return null;
  return (
    <Card
      title={t('staff.dashboard.firstSteps')}
      actions={
        <Button
          small
          iconOnly
          variant="quiet"
          icon={<X />}
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate(undefined)}
        >
          {t('staff.dashboard.firstStepsDismiss')}
        </Button>
      }
    >
      <ol className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {STEPS.map(({ step, text, to }, position) => (
          <li key={step} className="flex min-h-control items-center gap-3 text-body">
            <StepDot isDone={steps[step]} position={position} />
            {steps[step] || to === null ? (
              <span className={steps[step] ? 'text-text3' : ''}>{t(text)}</span>
            ) : (
              <Link to={to} className="link">
                {t(text)}
              </Link>
            )}
            {steps[step] && <span className="sr-only">, {t('common.done')}</span>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { type FirstStart, FIRST_START_STEPS } from '../first-start.calls.ts';
import { countDone } from '../first-start.rules.ts';
import { useDismissFirstStart, useFirstStart } from './first-start.api.ts';
import { STEP_PARTS } from './first-start-steps.tsx';
import { StepFrame } from './step-frame.tsx';

/**
 * The guide from an empty portal to the first paid order. Nothing is ticked by hand: each step shows what the portal
 * has stored.
 */
export default function FirstStartScreen() {
  const { data, isError, isFetching, refetch } = useFirstStart();
  return (
    <>
      <PageHeader
        title={t('common.firstStart')}
        subline={data && progressOf(data)}
        actions={data && !data.is_dismissed && <Dismiss />}
      />
      {data ? (
        <Steps first={data} />
      ) : (
        <Card>
          {isError && !isFetching ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={12} />}
        </Card>
      )}
    </>
  );
}

const progressOf = ({ done }: FirstStart): string =>
  t('shop.firstStart.progress', { count: countDone(done), all: FIRST_START_STEPS.length });

function Steps({ first: { done, facts } }: { first: FirstStart }) {
  return (
    <ol aria-label={t('common.firstStart')} className="grid gap-3">
      {FIRST_START_STEPS.map((step, position) => {
        const { title, fact, work, changeAt } = STEP_PARTS[step](facts);
        return (
          <StepFrame
            key={step}
            position={position}
            title={title}
            isDone={done[step]}
            fact={fact}
            {...(changeAt !== undefined && { changeAt })}
          >
            {!done[step] && work}
          </StepFrame>
        );
      })}
    </ol>
  );
}

/** Removes the guide from the dashboard; the page stays, so nothing is lost. */
function Dismiss() {
  const dismiss = useDismissFirstStart();
  return (
    <>
      {dismiss.isError && <Alert kind="danger">{messageFor(dismiss.error, t('common.somethingWentWrong'))}</Alert>}
      <Button busy={dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
        {t('shop.firstStart.dismiss')}
      </Button>
    </>
  );
}

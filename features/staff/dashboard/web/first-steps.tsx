import { X } from 'lucide-react';
import { Link } from 'react-router';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { StepDot } from '../../../shop/first-start/web/step-dot.tsx';
import type { FirstSteps as Steps } from '../dashboard.calls.ts';
import { useDismissFirstSteps } from './needs-you.api.ts';

const STEPS: readonly { step: keyof Steps; text: Label; to: string | null }[] = [
  // No link: the strip above every page sends the mail again.
  { step: 'email', text: textKey('staff.dashboard.stepEmail'), to: null },
  { step: 'profile', text: textKey('staff.dashboard.stepProfile'), to: '/account-settings' },
  { step: 'upload', text: textKey('staff.dashboard.stepUpload'), to: '/upload' },
  { step: 'credits', text: textKey('common.buyCredits'), to: '/buy-credits' },
];

/** Steps for a new customer: what is done is computed from the account, and the card disappears once all of it is. */
export function FirstSteps({ steps }: { steps: Steps | null }) {
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

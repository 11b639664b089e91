import { Link } from 'react-router';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { type FirstStartFacts, TRIAL_STEPS, type TrialStep as Step } from '../first-start.calls.ts';
import { StepDot } from './step-dot.tsx';

type Trial = FirstStartFacts['trial'];

const STEPS: Record<Step, { text: Label; side: Label }> = {
  customer: { text: textKey('shop.firstStart.trialCustomer'), side: textKey('shop.firstStart.sideBoth') },
  upload: { text: textKey('shop.firstStart.trialUpload'), side: textKey('shop.firstStart.sideCustomer') },
  price: { text: textKey('shop.firstStart.trialPrice'), side: textKey('shop.firstStart.sideStaff') },
  pay: { text: textKey('shop.firstStart.trialPay'), side: textKey('shop.firstStart.sideCustomer') },
  download: { text: textKey('shop.firstStart.trialDownload'), side: textKey('shop.firstStart.sideCustomer') },
};

/** Returns where an administrator does the step; the customer's steps are done in another window, as the customer. */
function findPath(step: Step, { file_id }: Trial): string | null {
  if (step === 'customer') return '/admin/all-users';
  return step === 'price' && file_id !== null ? `/admin/view-file/${file_id}` : null;
}

export const TrialFact = ({ trial }: { trial: Trial }) => (
  <>
    {t('shop.firstStart.trialDone', {
      count: TRIAL_STEPS.filter((step) => trial[step]).length,
      all: TRIAL_STEPS.length,
    })}
  </>
);

export function TrialStep({ trial }: { trial: Trial }) {
  return (
    <>
      <p className="max-w-prose text-body">
        {t('shop.firstStart.trialHint', { address: `${location.origin}/register` })}
      </p>
      <ol className="grid gap-1">
        {TRIAL_STEPS.map((step, position) => (
          <TrialEntry key={step} step={step} position={position} trial={trial} />
        ))}
      </ol>
    </>
  );
}

function TrialEntry({ step, position, trial }: { step: Step; position: number; trial: Trial }) {
  const isDone = trial[step];
  const to = isDone ? null : findPath(step, trial);
  const { text, side } = STEPS[step];
  return (
    <li className="flex min-h-control items-center gap-3 text-body">
      <StepDot isDone={isDone} position={position} />
      <span className="min-w-0">
        {to === null ? (
          <span className={isDone ? 'text-text3' : ''}>{t(text)}</span>
        ) : (
          <Link to={to} className="link">
            {t(text)}
          </Link>
        )}
        <span className="text-small text-text3"> · {t(side)}</span>
        {isDone && <span className="sr-only">, {t('common.done')}</span>}
      </span>
    </li>
  );
}

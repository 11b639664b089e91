import { t } from '../../../web/languages/text.ts';
import { Stepper, type Step } from '../../../web/ui/stepper.tsx';
import type { File } from '../file.ts';

/** How far a file has progressed: what was done, what is going on, and what follows or how it ended. */
export function FileProgress({ file }: { file: File }) {
  return <Stepper label={t('files.progress.label')} steps={listSteps(file)} />;
}

function listSteps(file: File): Step[] {
  const isPaid = file.price_status === 'PAID';
  const wasPaid = isPaid || file.price_status === 'REFUNDED';
  const isReady = isPaid && (file.status === 'PROCESSED' || file.status === 'COMPLETED');
  const steps = [
    { isDone: true, done: t('common.uploadedAt'), time: file.created_at },
    {
      isDone: file.feasible === 'POSSIBLE' || wasPaid,
      done: t('files.progress.checked'),
      current: file.status === 'PENDING' ? t('files.progress.toBeChecked') : t('files.progress.beingChecked'),
      time: file.feasible === null ? null : file.checked_at,
    },
    {
      isDone: wasPaid,
      done: t('common.paid'),
      current: t('files.progress.toPay'),
      upcoming: t('common.payment'),
      time: file.paid_at,
    },
    {
      isDone: isReady,
      done: t('files.progress.ready'),
      current: t('files.progress.inProgress'),
      time: isReady ? file.paid_at : null,
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  const end = findEnd(file);
  const shown = steps.map(({ isDone, done, current = done, upcoming = done, time }, position): Step => {
    if (isDone) return { label: done, state: 'done', time };
    return position === next ? { label: current, state: 'current' } : { label: upcoming, state: 'upcoming' };
  });
  return end === null ? shown : [...shown.filter(({ state }) => state === 'done'), end];
}

/** The last step of a file that nothing follows any more, other than Ready. */
function findEnd({ status, price_status, feasible }: File): Step | null {
  if (status === 'REFUNDED' || price_status === 'REFUNDED')
    return { label: t('files.progress.refunded'), state: 'done' };
  if (status === 'CANCELED') return { label: t('files.progress.canceled'), state: 'failed' };
  if (status === 'NOT_SUPPORTED_SOLUTION') return { label: t('files.progress.notSupported'), state: 'failed' };
  return feasible === 'NOT_POSSIBLE' ? { label: t('files.progress.notPossible'), state: 'failed' } : null;
}

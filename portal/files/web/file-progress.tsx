import { t } from '../../../web/text.ts';
import { Stepper, type Step } from '../../../web/ui/stepper.tsx';
import type { File } from '../files.contract.ts';

/** How far a file has progressed: Uploaded, Checked, Paid, Ready. */
export function FileProgress({ file }: { file: File }) {
  return <Stepper label={t('files.progressFile')} steps={stepsOf(file)} />;
}

function stepsOf(file: File): Step[] {
  const isPaid = file.price_status === 'PAID';
  const wasPaid = isPaid || file.price_status === 'REFUNDED';
  const isReady = isPaid && (file.status === 'PROCESSED' || file.status === 'COMPLETED');
  const reached = [
    { label: t('common.uploaded'), isReached: true, time: file.created_at },
    {
      label: t('files.checked'),
      isReached: file.feasible === 'POSSIBLE' || wasPaid,
      time: isJudged(file) ? file.checked_at : null,
    },
    { label: t('common.paid'), isReached: wasPaid, time: file.paid_at },
    { label: t('files.ready'), isReached: isReady, time: isReady ? file.paid_at : null },
  ];
  const next = reached.findIndex(({ isReached }) => !isReached);
  return reached.map(({ label, isReached, time }, position) => ({
    label,
    time,
    state: isReached ? 'done' : position !== next ? 'upcoming' : isStopped(file) ? 'failed' : 'current',
  }));
}

/** A modified file alone does not decide yet whether the solution is possible. */
const isJudged = (file: File) => file.feasible !== null;

const isRejected = (file: File) => file.feasible === 'NOT_POSSIBLE';

const isStopped = (file: File) =>
  isRejected(file) || ['CANCELED', 'REFUNDED', 'NOT_SUPPORTED_SOLUTION'].includes(file.status);

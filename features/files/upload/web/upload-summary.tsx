import { Upload } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import type { Solution } from '../../../catalogue/catalogue.calls.ts';
import { ExpectedOfOrder } from '../../expected-time/web/expected-time.tsx';
import { composeDtcEntry, isDtcOff, sumCredits, type OrderedDtcs } from './solution-choice.tsx';
import { UploadProgress, type Transfer } from '../../../../web/client/upload-progress.tsx';

/** What has been chosen so far, and what each part costs. */
export function ChosenSolutions({ chosen, dtcs }: { chosen: readonly Solution[]; dtcs: OrderedDtcs }) {
  const entry = composeDtcEntry(chosen, dtcs);
  return (
    <Card title={t('files.upload.solutions.chosenTitle')} className="lg:rounded-b-none lg:border-b-0">
      {chosen.length === 0 ? (
        <p className="text-body text-text3">{t('files.upload.solutions.chosenEmpty')}</p>
      ) : (
        <ul className="grid gap-2">
          {chosen.map((solution) => (
            <Fragment key={solution.id}>
              <li className="flex items-baseline justify-between gap-4 text-body">
                <span className="min-w-0 wrap-break-word">{solution.name}</span>
                <span className="shrink-0 text-text2">{solution.credits} CRS</span>
              </li>
              {entry !== null && isDtcOff(solution) && (
                <li className="-mt-1 text-small text-text3 wrap-anywhere">{entry}</li>
              )}
            </Fragment>
          ))}
        </ul>
      )}
      <div className="mt-4 grid gap-1 border-t pt-3">
        <ExpectedOfOrder solutionIds={chosen.map(({ id }) => id)} />
        <p className="text-small text-text3">{t('files.upload.payLaterHint')}</p>
      </div>
    </Card>
  );
}

type UploadActionsProps = {
  chosen: readonly Solution[];
  isReady: boolean;
  /** Id of the element that shows what is missing. */
  reasonId: string;
  transfer: Transfer | null;
  refusal: string | undefined;
  hasFailed: boolean;
  onUpload: () => void;
  onReset: () => void;
};

/** The total beside its button; on small screens always in sight. */
export function UploadActions(props: UploadActionsProps) {
  const { chosen, isReady, reasonId, transfer, refusal, hasFailed, onUpload, onReset } = props;
  const isSending = transfer !== null;
  useSpaceForBar();
  return (
    <div className="grid gap-4 border bg-surface p-4 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-x-0 max-lg:border-b-0 sm:max-lg:-mx-5 sm:max-lg:px-5 lg:rounded-b-card lg:p-5">
      {transfer !== null && <UploadProgress transfer={transfer} />}
      {refusal !== undefined && <Alert kind="danger">{refusal}</Alert>}
      {hasFailed && !isSending && <NotSent onRetry={onUpload} />}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <Total credits={sumCredits(chosen)} />
        <div className="flex flex-1 flex-wrap justify-end gap-2 lg:flex-auto lg:justify-start">
          <Button
            type="submit"
            variant="primary"
            icon={<Upload />}
            disabled={!isReady}
            busy={isSending}
            busyText={t('common.uploading')}
            aria-describedby={isReady ? undefined : reasonId}
            className="lg:flex-1"
          >
            {t('common.upload')}
          </Button>
          <Button disabled={isSending} className={isSending ? 'max-lg:hidden' : undefined} onClick={onReset}>
            {t('files.upload.reset')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** On a small screen, a focused element is scrolled to a place above the bar, not under it (WCAG 2.4.11). */
function useSpaceForBar() {
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = '7rem';
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, []);
}

function Total({ credits }: { credits: number }) {
  return (
    <p className="lg:w-full">
      <span className="block text-small text-text3">{t('files.upload.solutions.total')}</span>
      <output className="block text-title font-strong lg:text-display">
        {credits} <span className="text-body text-text2">CRS</span>
      </output>
    </p>
  );
}

function NotSent({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert kind="danger" action={<Button onClick={onRetry}>{t('common.retry')}</Button>}>
      {t('files.upload.notSent')}
    </Alert>
  );
}

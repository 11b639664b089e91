import { useEffect, useRef } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { DropAnywhere } from '../../../web/ui/drop-anywhere.tsx';
import { DropZone } from '../../../web/ui/drop-zone.tsx';
import { sizeText } from '../../../web/ui/progress-bar.tsx';
import { UploadsLeft } from '../../files/upload-limit/web/uploads-left.tsx';
import { useIsFree } from './dtc-off.api.ts';
import { LoadingView } from './loading-view.tsx';
import { type OpenedFile, useProcessing } from './processing.tsx';
import { SupportedEcus } from './supported-ecus.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { useMyUser } from '../../accounts/web/accounts.api.ts';

/** The first half of the screen: a file is chosen and sent for analysis. */
export function ChooseEcuFile({ onOpened }: { onOpened: (opened: OpenedFile) => void }) {
  const { file, problem, hasFailed, retry, isPending, take, process, cancel } = useProcessing(onOpened);
  const button = useFocusAfter(isPending);
  const isFree = useIsFree();
  return (
    <Card>
      <form
        noValidate
        className="grid gap-3 sm:gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void process();
        }}
      >
        <PriceOfFile />
        {problem !== null && <Alert kind="danger">{problem}</Alert>}
        <DropZone
          onFile={take}
          fileName={file?.name}
          label={t('dtc-off.ecuFile')}
          chooseText={t('dtc-off.chooseFile')}
          changeText={t('dtc-off.changeFile')}
          isBlueWhenChosen
          hint={file === null ? t('dtc-off.chooseFileHint') : sizeText(file.size)}
          disabled={isPending}
        />
        {!isFree && <UploadsLeft file={file} isSending={isPending} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            ref={button}
            type="submit"
            variant="primary"
            aria-disabled={file === null || undefined}
            busy={isPending}
            busyText={t('common.processing')}
          >
            {t('dtc-off.processFile')}
          </Button>
          <SupportedEcus />
        </div>
        <p role="status" className="text-body text-text2 empty:hidden">
          {hasFailed && !isPending && t('dtc-off.processFailed')}
        </p>
      </form>
      <DropAnywhere onFile={take} disabled={isPending} />
      {isPending && <LoadingView retry={retry} onCancel={cancel} />}
    </Card>
  );
}

/** Restores the focus, which the view that covered the screen has taken. */
function useFocusAfter(isPending: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending) button.current?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  return button;
}

/** The price of a file, with both balances that can pay for it (G-26). */
function PriceOfFile() {
  const { data } = useMyUser();
  if (useIsFree()) return <p className="text-body font-strong">{t('dtc-off.price.freeForStaff')}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <p className="rounded-control border-2 border-accent px-3 py-1.5 text-body font-strong text-text">
        {t('dtc-off.price.rate')}
      </p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-body max-sm:text-small">
        <Balance label={t('dtc-off.aiBalance')} value={data?.ai_credit_balance} />
        <Balance label={t('common.creditBalanceLabel')} value={data?.credit_balance} />
      </dl>
    </div>
  );
}

function Balance({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-text3">{label}</dt>
      <dd className="font-strong">
        {value === undefined ? '–' : formatAmount(value)} <span className="text-small font-normal text-text3">CRS</span>
      </dd>
    </div>
  );
}

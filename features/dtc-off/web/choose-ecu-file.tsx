import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { useHandedFile } from '../../../web/client/handed-file.ts';
import { DropAnywhere } from '../../../web/ui/drop-anywhere.tsx';
import { DropZone } from '../../../web/ui/drop-zone.tsx';
import { sizeText } from '../../../web/ui/progress-bar.tsx';
import { UploadsLeft } from '../../files/upload-limit/web/uploads-left.tsx';
import { UPLOAD_RETRIES, useIsFree } from './dtc-off.api.ts';
import { type OpenedFile, useProcessing } from './processing.tsx';
import { SupportedEcus } from './supported-ecus.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import { useMediaQuery } from '../../../web/ui/media-query.ts';

/** The first half of the screen: a file is chosen and sent for analysis. */
export function ChooseEcuFile({ onOpened }: { onOpened: (opened: OpenedFile) => void }) {
  const { file, problem, hasFailed, retry, isPending, take, process, cancel } = useProcessing(onOpened);
  const button = useFocusAfter(isPending);
  const isFree = useIsFree();
  useHandedFile('/upload-ai', (handed) => void process(handed.file));
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
        <p role="status" className="text-body text-text2 empty:sr-only">
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

/** Numbers given by the specification. */
const COLUMNS = 25;
const DIGITS = 20;
const REFRESH_MS = 200;

type LoadingViewProps = {
  /** 0, or the number of the retry that is under way. */
  retry: number;
  onCancel: () => void;
};

/** Covers the whole screen while a file is uploaded and analysed; nothing behind it can be reached, nor by its keys. */
function LoadingView({ retry, onCancel }: LoadingViewProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useUnreachablePage();
  useEffect(() => cancel.current?.focus(), []);
  return createPortal(
    <div
      role="dialog"
      aria-modal="true"
      aria-label={t('common.processing')}
      className="dark fixed inset-0 z-40 grid animate-appear place-items-center overflow-hidden bg-bg text-text"
    >
      <FallingDigits />
      <div className="relative grid justify-items-center gap-4 rounded-card border bg-bg/85 px-8 py-6 text-center">
        <p role="status" className="text-title font-strong tracking-widest">
          {t('dtc-off.loading')}
          {retry > 0 && (
            <span className="mt-1 block text-body font-normal tracking-normal text-yellow-fg">
              {t('common.connectionRetry', { k: retry, retries: UPLOAD_RETRIES })}
            </span>
          )}
        </p>
        <Button ref={cancel} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>,
    document.body,
  );
}

function FallingDigits() {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [columns, setColumns] = useState(randomColumns);
  useEffect(() => {
    if (isStill) return undefined;
    const timer = setInterval(() => setColumns(randomColumns()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isStill]);
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 flex justify-between overflow-hidden px-2 font-mono text-lead text-text3 max-sm:text-small max-sm:leading-none"
    >
      {columns.map((digits, column) => (
        <span
          key={column}
          data-column
          className="animate-fall whitespace-nowrap [writing-mode:vertical-rl] [text-orientation:upright]"
          // Twenty of them are as high as the screen.
          style={{ letterSpacing: 'calc(5dvh - 1em)', animationDelay: `${-((column * 7) % COLUMNS) / 5}s` }}
        >
          {digits}
        </span>
      ))}
    </div>
  );
}

const randomColumns = () =>
  Array.from({ length: COLUMNS }, () =>
    Array.from({ length: DIGITS }, () => (Math.random() < 0.5 ? '0' : '1')).join(''),
  );

function useUnreachablePage() {
  useEffect(() => {
    const page = document.getElementById('root');
    page?.setAttribute('inert', '');
    return () => page?.removeAttribute('inert');
  }, []);
}

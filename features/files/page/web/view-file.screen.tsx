import { type ComponentType, type RefObject, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { formatAmount } from '../../../../web/languages/numbers.ts';
import { t } from '../../../../web/languages/text.ts';
import { ActionBar } from '../../../../web/ui/action-bar.tsx';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { useMediaQuery } from '../../../../web/ui/media-query.ts';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../../web/ui/table-states.tsx';
import { useMyUser } from '../../../accounts/web/accounts.api.ts';
import type { FileDetail } from '../../file.ts';
import { canAfford, canDownloadModified, canPay, isOpen } from '../../files.rules.ts';
import { useFileChanges } from '../../web/file-changes.tsx';
import { DownloadModified, FileDownloads } from '../../web/file-downloads.tsx';
import { OrderCard, VehicleCard } from '../../web/file-facts.tsx';
import { FileHeader } from '../../web/file-header.tsx';
import { HistoryCard } from '../../review/web/folded-history.tsx';
import { type BuyCreditsPart, FilePayment } from '../../web/file-payment.tsx';
import { ContinueButton, LookedUp, More, Notes, ReviewNotice } from './own-file-aside.tsx';
import { OwnFileState } from './own-file-state.tsx';
import { OWNER_POLL_MS, usePolledFile } from '../../web/files.api.ts';
import { PollingTrouble } from '../../web/polling-trouble.tsx';
import { ReadFromFile } from '../../identification/web/read-from-file.tsx';
import { ProofOfModified } from '../../delivery/web/proof-of-modified.tsx';
import { OfferedVersion } from '../../review/web/version-findings.tsx';
import { isInRevision } from '../../revisions/revisions.rules.ts';
import { SameVehicleLink } from '../../web/same-vehicle-link.tsx';

/** Needed only for paid files. */
const Revisions = lazy(() => import('../../revisions/web/revisions.tsx'));

const FurtherFiles = lazy(() => import('../../further/web/further-files.tsx'));

type ViewFileProps = {
  /** The ticket's section of the page: tickets know about files, but not the other way round. */
  TicketArea?: ComponentType<{ file: FileDetail['file'] }>;
  /** The section for payments, for the same reason. */
  BuyCredits?: BuyCreditsPart;
};

export default function ViewFileScreen(parts: ViewFileProps) {
  const id = Number(useParams().id);
  const { data, error, isGone, dataUpdatedAt, retry } = usePolledFile(id, OWNER_POLL_MS);
  return (
    <>
      {!data || isGone ? (
        <PageHeader title={t('files.page.title')} />
      ) : (
        <FileHeader detail={data} actions={<ContinueButton />} />
      )}
      {isGone && <NotFound />}
      {!isGone && data && (
        <>
          <PollingTrouble isFailing={error !== null} lastUpdate={dataUpdatedAt} onRetry={retry} />
          <Detail key={data.file.id} detail={data} {...parts} />
        </>
      )}
      {!isGone && !data && <Card>{error ? <LoadError onRetry={retry} /> : <SkeletonLines lines={8} />}</Card>}
    </>
  );
}

function NotFound() {
  return (
    <Card>
      <EmptyState
        art="search"
        text={t('files.page.customerNotFound')}
        action={<ButtonLink to="/my-files">{t('common.myFiles')}</ButtonLink>}
      />
    </Card>
  );
}

function Detail({ detail, TicketArea, BuyCredits }: ViewFileProps & { detail: FileDetail }) {
  const { file } = detail;
  const balance = useMyUser().data?.credit_balance;
  const isShort = file.price_status === 'UNPAID' && balance !== undefined && !canAfford(balance, file.price);
  const isDownloadable = canDownloadModified(file);
  const isWide = useMediaQuery('(width >= 800px)');
  // A conversation, and what can be asked for after the payment, fill the right column.
  const isRightFull = file.ticket_id !== null && file.price_status === 'PAID';
  // Without either, the right column has room.
  const isReadBeside = isWide && file.ticket_id === null && file.mod_file_name === null;
  const isNoticeLeft = isReadBeside || isRightFull;
  const { acknowledge } = useFileChanges(detail);
  const notice = <ReviewNotice file={file} acknowledge={acknowledge} />;
  const { modifiedButton, isReadyNow, onPaid } = useDownloadAfterPayment(isDownloadable);
  return (
    <>
      <p role="status" className="sr-only">
        {isReadyNow && t('files.page.paidNow', { price: formatAmount(file.price) })}
      </p>
      <div className="grid items-start gap-x-4 gap-y-3 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <Main {...{ file, acknowledge, isShort, isWide, modifiedButton }} />
        <div className="grid min-w-0 gap-3 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {TicketArea && <TicketArea file={file} />}
          {isWide && !isInRevision(file) && <AfterPayment file={file} acknowledge={acknowledge} />}
          {isWide && <Further file={file} acknowledge={acknowledge} />}
          {isReadBeside && <ReadFromFile file={file} />}
          {isWide && !isRightFull && <LookedUp file={file} />}
          {!(isWide && isNoticeLeft) && notice}
        </div>
        {isWide ? (
          <div className="grid min-w-0 gap-3">
            {!isReadBeside && <ReadFromFile file={file} />}
            {isRightFull && <LookedUp file={file} />}
            {isNoticeLeft && notice}
          </div>
        ) : (
          <More>
            {!isInRevision(file) && <AfterPayment file={file} acknowledge={acknowledge} />}
            <VehicleCard file={file} />
            <Background file={file} />
          </More>
        )}
      </div>
      {canPay(file) && <FilePayment file={file} balance={balance} {...{ acknowledge, onPaid, BuyCredits }} />}
      {!isWide && isDownloadable && file.mod_file_name !== null && (
        <ActionBar actions={<DownloadModified fileId={file.id} button={modifiedButton} />} />
      )}
    </>
  );
}

type MainProps = AfterPaymentProps & {
  isShort: boolean;
  isWide: boolean;
  modifiedButton: RefObject<HTMLButtonElement | null>;
};

/** The state, the order with its price, and the files: first what the owner can do next. */
function Main({ file, acknowledge, isShort, isWide, modifiedButton }: MainProps) {
  const isDownloadable = canDownloadModified(file);
  const files = (
    <Card
      title={t('common.files')}
      actions={
        isDownloadable && (
          <ButtonLink small variant="quiet" to={`/view-file/${file.id}/changes`}>
            {t('files.changes.title')}
          </ButtonLink>
        )
      }
    >
      <FileDownloads
        file={file}
        canDownloadModified={isDownloadable}
        modifiedButton={modifiedButton}
        hasBar={!isWide}
      />
      {isDownloadable && <ProofOfModified fileId={file.id} />}
    </Card>
  );
  return (
    <div className="grid min-w-0 gap-3">
      <OwnFileState file={file} />
      {isInRevision(file) && <AfterPayment file={file} acknowledge={acknowledge} />}
      {file.notes && <Notes text={file.notes} />}
      {isDownloadable && files}
      <div className="grid gap-x-4 gap-y-3 xl:grid-cols-[minmax(0,1fr)_15rem]">
        <OrderCard file={file} isShort={isShort} actions={<SameVehicleLink fileId={file.id} />} />
        {isWide && <VehicleCard file={file} />}
      </div>
      {!isDownloadable && files}
      {!isWide && <Further file={file} acknowledge={acknowledge} />}
    </div>
  );
}

function Further({ file, acknowledge }: AfterPaymentProps) {
  return (
    <Suspense fallback={null}>
      {(file.further_files > 0 || isOpen(file)) && <FurtherFiles file={file} acknowledge={acknowledge} />}
    </Suspense>
  );
}

function Background({ file }: { file: FileDetail['file'] }) {
  return (
    <>
      <ReadFromFile file={file} />
      {file.mod_file_name !== null && <OfferedVersion fileId={file.id} />}
      <HistoryCard fileId={file.id} version={file.updated_at} />
    </>
  );
}

type AfterPaymentProps = { file: FileDetail['file']; acknowledge: () => () => void };

/**
 * What can be requested once the file is paid; while the file waits for that, it is above everything merely
 * informative.
 */
function AfterPayment({ file, acknowledge }: AfterPaymentProps) {
  if (file.price_status !== 'PAID') return null;
  return (
    <Suspense fallback={null}>
      <Revisions file={file} acknowledge={acknowledge} />
    </Suspense>
  );
}

/** The pressed button disappears with the payment panel, so focus moves to what was paid for, whose download starts. */
function useDownloadAfterPayment(isDownloadable: boolean) {
  const modifiedButton = useRef<HTMLButtonElement>(null);
  const [isPaidNow, setPaidNow] = useState(false);
  useEffect(() => {
    if (!isPaidNow || !isDownloadable) return;
    modifiedButton.current?.focus();
    modifiedButton.current?.click();
  }, [isPaidNow, isDownloadable]);
  return { modifiedButton, isReadyNow: isPaidNow && isDownloadable, onPaid: () => setPaidNow(true) };
}

import { type ComponentType, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Clock } from 'lucide-react';
import { ApiError } from '../../../../web/client/api-error.ts';
import { refusalText } from '../../../../web/client/refusal-text.ts';
import { t } from '../../../../web/languages/text.ts';
import { ActionBar } from '../../../../web/ui/action-bar.tsx';
import { Alert } from '../../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../../web/ui/table-states.tsx';
import { useMyUser } from '../../../accounts/web/accounts.api.ts';
import type { File, FileDetail } from '../../file.ts';
import {
  alreadyCanceled,
  canAfford,
  canCancel,
  canDownloadModified,
  canPay,
  isBeingChecked,
  isWaitingForOffer,
  notPossible,
} from '../../files.rules.ts';
import { ExpectedOfFile } from '../../expected-time/web/expected-time.tsx';
import { CancelFile } from '../../web/cancel-file.tsx';
import { useFileChanges } from '../../web/file-changes.tsx';
import { DownloadModified, FileDownloads } from '../../web/file-downloads.tsx';
import { FileFacts, VehicleFacts } from '../../web/file-facts.tsx';
import { FileHeader } from '../../web/file-header.tsx';
import { FileHistory } from '../../review/web/file-history.tsx';
import { type BuyCreditsPart, FilePayment, type FilePaymentProps } from '../../web/file-payment.tsx';
import { FileProgress } from '../../web/file-progress.tsx';
import { OWNER_POLL_MS, useFile } from '../../web/files.api.ts';
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
  const { data, error, dataUpdatedAt, refetch } = useFile(id, OWNER_POLL_MS);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <>
      {!data || isGone ? <PageHeader title={t('files.page.title')} /> : <FileHeader detail={data} />}
      {isGone && <NotFound />}
      {!isGone && data && (
        <>
          <PollingTrouble isFailing={error !== null} lastUpdate={dataUpdatedAt} onRetry={() => void refetch()} />
          <Detail key={data.file.id} detail={data} {...parts} />
        </>
      )}
      {!isGone && !data && (
        <Card>{error ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}</Card>
      )}
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
  const { acknowledge } = useFileChanges(detail);
  const { modifiedButton, onPaid } = useFocusAfterPayment(isDownloadable);
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <Now file={file} />
          {isInRevision(file) && <AfterPayment file={file} acknowledge={acknowledge} />}
          {file.notes && <Notes text={file.notes} />}
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_19rem]">
            <Card
              title={t('common.file')}
              actions={canCancel(file) && <Cancel fileId={file.id} acknowledge={acknowledge} />}
            >
              <FileFacts file={file} isShort={isShort} />
              <ReviewNotice />
            </Card>
            <VehicleCard file={file} />
          </div>
          <ReadFromFile file={file} />
          {file.mod_file_name !== null && <OfferedVersion fileId={file.id} />}
          <Card title={t('common.fileHistory')} flush>
            <FileHistory fileId={file.id} version={file.updated_at} />
          </Card>
        </div>
        <Aside {...{ file, acknowledge, isDownloadable, TicketArea }} />
      </div>
      {canPay(file) && <FilePayment file={file} balance={balance} {...{ acknowledge, onPaid, BuyCredits }} />}
      {isDownloadable && file.mod_file_name !== null && (
        <ActionBar actions={<DownloadModified fileId={file.id} button={modifiedButton} />}>
          <span className="font-mono text-small text-text2 wrap-anywhere max-sm:sr-only">{file.mod_file_name}</span>
        </ActionBar>
      )}
    </>
  );
}

type AsideProps = Pick<ViewFileProps, 'TicketArea'> & AfterPaymentProps & { isDownloadable: boolean };

/** On the right if there is room. */
function Aside({ file, acknowledge, isDownloadable, TicketArea }: AsideProps) {
  return (
    <div className="grid min-w-0 gap-4">
      <Card title={t('common.files')}>
        <FileDownloads file={file} canDownloadModified={isDownloadable} hasBar />
      </Card>
      <Suspense fallback={null}>
        <FurtherFiles file={file} acknowledge={acknowledge} />
      </Suspense>
      {!isInRevision(file) && <AfterPayment file={file} acknowledge={acknowledge} />}
      {isDownloadable && <ProofOfModified fileId={file.id} />}
      {TicketArea && <TicketArea file={file} />}
    </div>
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

function VehicleCard({ file }: { file: FileDetail['file'] }) {
  return (
    <Card title={t('files.page.vehicleTitle')}>
      <VehicleFacts file={file} />
      <p className="mt-4 text-small text-text3">{t('files.identification.asEnteredHint')}</p>
      <div className="mt-4">
        <SameVehicleLink fileId={file.id} />
      </div>
    </Card>
  );
}

/** The current state of the file, shown before everything merely informative. */
function Now({ file }: { file: FileDetail['file'] }) {
  return (
    <Card>
      <div className="grid gap-4">
        <FileProgress file={file} />
        <FileSituation file={file} />
        {isWaitingForOffer(file) && <ExpectedOfFile fileId={file.id} />}
      </div>
    </Card>
  );
}

function Cancel({ fileId, acknowledge }: Pick<FilePaymentProps, 'acknowledge'> & { fileId: number }) {
  const navigate = useNavigate();
  return (
    <span className="ml-auto">
      <CancelFile fileId={fileId} acknowledge={acknowledge} onCanceled={() => void navigate('/my-files')} />
    </span>
  );
}

/** The pressed button disappears with the payment panel, so focus moves to what was paid for. */
function useFocusAfterPayment(isDownloadable: boolean) {
  const modifiedButton = useRef<HTMLButtonElement>(null);
  const [isPaidNow, setPaidNow] = useState(false);
  useEffect(() => {
    if (isPaidNow && isDownloadable) modifiedButton.current?.focus();
  }, [isPaidNow, isDownloadable]);
  return { modifiedButton, onPaid: () => setPaidNow(true) };
}

function ReviewNotice() {
  return <p className="mt-5 border-t pt-4 text-small text-text2">{t('files.page.reviewNotice')}</p>;
}

function Notes({ text }: { text: string }) {
  return (
    <Alert kind="warning" title={t('files.page.importantTitle')}>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </Alert>
  );
}

/** What the owner has to know about the file now; several situations can apply at once. */
function FileSituation({ file }: { file: File }) {
  return (
    <>
      {isBeingChecked(file) && (
        <p role="status" className="flex items-center gap-3 text-lead font-strong text-yellow-fg">
          <Clock size={20} className="shrink-0" />
          {t('files.page.inProgress')}
        </p>
      )}
      {file.status === 'PENDING' && isWaitingForOffer(file) && (
        <p role="status" className="text-body text-text2">
          {t('files.page.pendingHint')}
        </p>
      )}
      {file.status === 'PROCESSED' && isWaitingForOffer(file) && <Alert>{t('files.page.modifiedAwaitsOffer')}</Alert>}
      {file.feasible === 'NOT_POSSIBLE' && <Alert kind="warning">{refusalText(notPossible())}</Alert>}
      {file.status === 'CANCELED' && <Alert kind="warning">{refusalText(alreadyCanceled())}</Alert>}
      {file.status === 'REFUNDED' && <Alert>{t('files.page.refunded', { price: file.price })}</Alert>}
    </>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../web/ui/table-states.tsx';
import { useMyUser } from '../../accounts/web/accounts.api.ts';
import type { FileDetail } from '../files.contract.ts';
import { canAfford, canCancel, canDownloadModified, canPay } from '../files.rules.ts';
import { CancelFile } from './cancel-file.tsx';
import { useFileChanges } from './file-changes.tsx';
import { FileDownloads } from './file-downloads.tsx';
import { FileFacts, VehicleFacts } from './file-facts.tsx';
import { FileHistory } from './file-history.tsx';
import { FilePayment, type BuyCreditsPart, type FilePaymentProps } from './file-payment.tsx';
import { FileProgress } from './file-progress.tsx';
import { FileSituation } from './file-situation.tsx';
import { OWNER_POLL_MS, useFile } from './files.api.ts';
import { PollingTrouble } from './polling-trouble.tsx';
import { OfferedVersion } from './version-findings.tsx';
import { SameVehicleLink } from './same-vehicle.tsx';

type ViewFileProps = {
  /** The ticket's part of the page: tickets know files, and not the other way round. */
  TicketArea?: ComponentType<{ file: FileDetail['file'] }>;
  /** The same for payments. */
  BuyCredits?: BuyCreditsPart;
};

export default function ViewFileScreen(parts: ViewFileProps) {
  const id = Number(useParams().id);
  const { data, error, dataUpdatedAt, refetch } = useFile(id, OWNER_POLL_MS);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader title={t('File detail')} subline={isGone ? undefined : data?.file.file_name} />
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
        text={t('There is no such file among yours.')}
        action={<ButtonLink to="/my-files">{t('My Files')}</ButtonLink>}
      />
    </Card>
  );
}

function Detail({ detail, TicketArea, BuyCredits }: ViewFileProps & { detail: FileDetail }) {
  const { file, vehicle } = detail;
  const balance = useMyUser().data?.credit_balance;
  const isShort = file.price_status === 'UNPAID' && balance !== undefined && !canAfford(balance, file.price);
  const isDownloadable = canDownloadModified(file);
  const { modifiedButton, onPaid } = useFocusAfterPayment(isDownloadable);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="col-span-full grid min-w-0 gap-6">
        <ReviewNotice />
        <Now detail={detail} balance={balance} onPaid={onPaid} BuyCredits={BuyCredits} />
        {file.notes && <Notes text={file.notes} />}
      </div>
      <div className="grid min-w-0 content-start gap-6 lg:order-last">
        <Card title={t('Files')}>
          <FileDownloads file={file} canDownloadModified={isDownloadable} modifiedButton={modifiedButton} />
        </Card>
        <Card title={t('Vehicle Information')} actions={<SameVehicleLink fileId={file.id} />}>
          <VehicleFacts vehicle={vehicle} />
        </Card>
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <Card title={t('File')}>
          <FileFacts file={file} isShort={isShort} />
        </Card>
        {file.mod_file_name !== null && <OfferedVersion fileId={file.id} />}
        <Card title={t('File history')} flush>
          <FileHistory fileId={file.id} version={file.updated_at} />
        </Card>
        {TicketArea && <TicketArea file={file} />}
      </div>
    </div>
  );
}

type NowProps = Pick<FilePaymentProps, 'balance' | 'onPaid' | 'BuyCredits'> & { detail: FileDetail };

/** Where the file stands and what its owner can do about it, before everything that is only to be read. */
function Now({ detail, ...payment }: NowProps) {
  const { file } = detail;
  const navigate = useNavigate();
  const { acknowledge } = useFileChanges(detail);
  return (
    <Card>
      <div className="grid gap-5">
        <FileProgress file={file} />
        <FileSituation file={file} />
        {canPay(file) && <FilePayment file={file} acknowledge={acknowledge} {...payment} />}
        {canCancel(file) && (
          <div className="flex justify-end border-t pt-4">
            <CancelFile fileId={file.id} acknowledge={acknowledge} onCanceled={() => void navigate('/my-files')} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The pressed button is gone with the payment panel, so the keyboard is led to what was paid for. */
function useFocusAfterPayment(isDownloadable: boolean) {
  const modifiedButton = useRef<HTMLButtonElement>(null);
  const [isPaidNow, setPaidNow] = useState(false);
  useEffect(() => {
    if (isPaidNow && isDownloadable) modifiedButton.current?.focus();
  }, [isPaidNow, isDownloadable]);
  return { modifiedButton, onPaid: () => setPaidNow(true) };
}

function ReviewNotice() {
  return (
    <Alert>
      {t(
        'Your file will be reviewed by an admin. If there is an issue with the file or the solution is not supported, the process is cancelled. A completed file cannot be cancelled or refunded.',
      )}
    </Alert>
  );
}

function Notes({ text }: { text: string }) {
  return (
    <Alert kind="warning" title={t('IMPORTANT')}>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </Alert>
  );
}

import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { RecordLink, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { useCan } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { useMediaQuery } from '../../../../web/ui/media-query.ts';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../../web/ui/table-states.tsx';
import { COMPACT } from '../../../../web/ui/list-toolbar.tsx';
import type { DescriptionField } from '../../../../web/ui/description-list.tsx';
import { EmailText } from '../../../../web/ui/email-text.tsx';
import type { FileDetail } from '../../file.ts';
import { isWaitingForOffer } from '../../files.rules.ts';
import { ActionsMenu, FileActionBar, useAdminFileActions } from './admin-file-actions.tsx';
import { useOfferedActions } from './admin-file-palette.tsx';
import { useFileChanges } from '../../web/file-changes.tsx';
import type { Action } from '../../web/file-action.tsx';
import { FileDownloads } from '../../web/file-downloads.tsx';
import { OrderCard, VehicleCard, VehicleFacts } from '../../web/file-facts.tsx';
import { FileHeader } from '../../web/file-header.tsx';
import { FoldedHistory } from '../../review/web/folded-history.tsx';
import { FileWork } from '../../web/file-work.tsx';
import { Folded } from '../../../../web/ui/folded.tsx';
import { FileProgress } from '../../web/file-progress.tsx';
import { ADMINISTRATOR_POLL_MS, usePolledFile } from '../../web/files.api.ts';
import { ReadFromFile } from '../../identification/web/read-from-file.tsx';
import { useStartOfWork } from '../../web/start-of-work.tsx';
import { PollingTrouble } from '../../web/polling-trouble.tsx';

/** Needed only on phones. */
const WorkTabs = lazy(() => import('./work-tabs.tsx'));

/** Needed only for files with ordered codes. */
const OrderedCodes = lazy(() => import('../../delivery/web/ordered-codes.tsx'));

/** Shown below the parts that are worked with. */
const SeenBefore = lazy(() => import('../../similar/web/seen-before.tsx'));

/** Needed only for paid files. */
const Revisions = lazy(() => import('../../revisions/web/revisions.tsx'));

/** Needed only for files with further ones. */
const FurtherFiles = lazy(() => import('../../further/web/further-files.tsx'));

/** What tickets add to the page. Tickets know about files, but not the other way round. */
type FileAddition = {
  actions: readonly Action[];
  /** Ways to the next file: the shortest one last, which leaves this file as it is. */
  queue: readonly Action[];
  /** On the right if there is room. */
  chat: ReactNode;
  /** Shown below it. */
  aside: ReactNode;
};

export type FileAdditionProps = {
  file: FileDetail['file'];
  acknowledge: () => () => void;
  children: (addition: FileAddition) => ReactNode;
};

type AdminViewFileProps = { Addition?: ComponentType<FileAdditionProps> };

export default function AdminViewFileScreen({ Addition = NoAddition }: AdminViewFileProps) {
  const id = Number(useParams().id);
  const { data, error, isGone, dataUpdatedAt, retry } = usePolledFile(id, ADMINISTRATOR_POLL_MS);
  if (data && !isGone) {
    return (
      <>
        <PollingTrouble isFailing={error !== null} lastUpdate={dataUpdatedAt} onRetry={retry} />
        <Detail key={data.file.id} detail={data} Addition={Addition} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={t('files.page.title')} actions={<BackLink />} />
      <Card>
        {isGone && <EmptyState art="search" text={t('files.page.notFound')} />}
        {!isGone && (error ? <LoadError onRetry={retry} /> : <SkeletonLines lines={8} />)}
      </Card>
    </>
  );
}

function BackLink() {
  return (
    <ButtonLink to="/admin/all-files" icon={<ArrowLeft />}>
      {t('common.allFiles')}
    </ButtonLink>
  );
}

const NoAddition = ({ children }: FileAdditionProps) => children({ actions: [], queue: [], chat: null, aside: null });

function Detail({ detail, Addition }: Required<AdminViewFileProps> & { detail: FileDetail }) {
  const { acknowledge } = useFileChanges(detail);
  return (
    <Addition file={detail.file} acknowledge={acknowledge}>
      {(addition) => <Page detail={detail} acknowledge={acknowledge} addition={addition} />}
    </Addition>
  );
}

type PageProps = Pick<FileAdditionProps, 'acknowledge'> & { detail: FileDetail; addition: FileAddition };

/** The work on the left, the conversation on the right or in a tab of its own, and the actions in a bar below. */
function Page({ detail, acknowledge, addition }: PageProps) {
  const { file } = detail;
  const own = useAdminFileActions({ file, acknowledge });
  const acting = { ...own, actions: [...own.actions, ...addition.actions, ...addition.queue] };
  useOfferedActions(own.main ? { ...acting, actions: [own.main, ...acting.actions] } : acting);
  const isWide = useMediaQuery('(width >= 800px)');
  // Without a conversation there is room for it there.
  const isVehicleBeside = isWide && file.ticket_id === null;
  const work = <Job {...{ file, acknowledge, isWide, isVehicleBeside }} />;
  const talk = (
    <div className="grid min-w-0 gap-4">
      {isVehicleBeside && <VehicleCard file={file} />}
      {addition.chat}
      {addition.aside}
    </div>
  );
  const hasTalk = isVehicleBeside || addition.chat !== null || addition.aside !== null;
  return (
    <>
      <FileHeader
        detail={detail}
        actions={
          <>
            <FileWork file={file} acknowledge={acknowledge} />
            {isWide && (
              <>
                <BackLink />
                <ActionsMenu {...acting} />
              </>
            )}
          </>
        }
      />
      {isWide || !hasTalk ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          {work}
          {hasTalk && talk}
        </div>
      ) : (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <WorkTabs work={work} talk={talk} />
        </Suspense>
      )}
      <FileActionBar {...acting} next={addition.queue.at(own.isWaiting ? -1 : 0)} />
      {acting.dialogs}
    </>
  );
}

type JobProps = Pick<FileAdditionProps, 'file' | 'acknowledge'> & { isWide: boolean; isVehicleBeside: boolean };

function Job({ file, acknowledge, isWide, isVehicleBeside }: JobProps) {
  const mayAttach = useCan('files.attach-modified');
  const { not_understood: words = [] } = file;
  return (
    <div className="grid min-w-0 gap-4">
      <Card>
        <FileProgress file={file} />
        {file.status === 'PROCESSED' && isWaitingForOffer(file) && <OfferMissing />}
      </Card>
      <Suspense fallback={null}>
        {file.price_status === 'PAID' && <Revisions file={file} acknowledge={acknowledge} />}
      </Suspense>
      <div className={clsx('grid gap-4', !isVehicleBeside && 'xl:grid-cols-[minmax(0,1fr)_15rem]')}>
        <OrderCard file={file} extra={listOwnerFacts(file)} />
        {isWide && !isVehicleBeside && <VehicleCard file={file} />}
      </div>
      {words.length > 0 && (
        <Alert kind="warning">{t('files.upload.orderNotUnderstood', { words: words.join(', ') })}</Alert>
      )}
      <ReadFromFile file={file} />
      <Suspense fallback={null}>
        {mayAttach && file.ordered_dtcs.length > 0 && <OrderedCodes file={file} acknowledge={acknowledge} />}
        <SeenBefore file={file} acknowledge={acknowledge} />
      </Suspense>
      <Downloads file={file} acknowledge={acknowledge} />
      <Suspense fallback={null}>
        {file.further_files > 0 && <FurtherFiles file={file} acknowledge={acknowledge} />}
      </Suspense>
      {!isWide && (
        <Card flush>
          <Folded isPart title={t('files.page.vehicleTitle')}>
            <div className="px-4 pb-3.5">
              <VehicleFacts file={file} />
            </div>
          </Folded>
        </Card>
      )}
    </div>
  );
}

function Downloads({ file, acknowledge }: Pick<FileAdditionProps, 'file' | 'acknowledge'>) {
  const startWork = useStartOfWork({ file, acknowledge });
  const mayProcess = useCan('files.process');
  return (
    <Card title={t('files.page.downloads')} flush className={COMPACT}>
      <div className="border-b px-4 py-3.5">
        <FileDownloads
          file={file}
          canDownloadModified={file.mod_file_name !== null}
          keyed="original"
          onOriginal={mayProcess && file.status === 'PENDING' ? startWork : undefined}
        />
      </div>
      <FoldedHistory fileId={file.id} version={file.updated_at} />
    </Card>
  );
}

/** Otherwise, with a modified file in place, it looks as if everything had been done. */
function OfferMissing() {
  return (
    <div className="mt-5">
      <Alert kind="warning">{t('files.page.modifiedWithoutOffer')}</Alert>
    </div>
  );
}

const listOwnerFacts = (file: FileDetail['file']): DescriptionField[] => [
  {
    label: t('common.usernameLabel'),
    value: <RecordLink to={pathOfUser(file.user_id)}>{file.username}</RecordLink>,
  },
  { label: t('common.email'), value: file.email && <EmailText email={file.email} />, isName: true },
  ...(file.notes
    ? [{ label: t('common.notes'), value: <span className="whitespace-pre-line">{file.notes}</span>, wide: true }]
    : []),
];

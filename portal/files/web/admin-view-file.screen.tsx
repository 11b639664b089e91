import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../../web/api-error.ts';
import { t } from '../../../web/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../../web/ui/table-states.tsx';
import { COMPACT } from '../../../web/ui/list-toolbar.tsx';
import type { FileDetail } from '../files.contract.ts';
import { isWaitingForOffer } from '../files.rules.ts';
import { ActionBar, ActionColumn, ActionsMenu, useAdminFileActions, type Action } from './admin-file-actions.tsx';
import { useOfferedActions } from './admin-file-palette.tsx';
import { useFileChanges } from './file-changes.tsx';
import { FileDownloads } from './file-downloads.tsx';
import { FileFacts, VehicleFacts } from './file-facts.tsx';
import { FileHistory } from './file-history.tsx';
import { FileProgress } from './file-progress.tsx';
import { ADMINISTRATOR_POLL_MS, useFile } from './files.api.ts';
import { PollingTrouble } from './polling-trouble.tsx';

export type { Action };

/** What tickets add to the page. They know files, and not the other way round. */
type FileAddition = {
  actions: readonly Action[];
  /** A column of its own where there is room for three. */
  chat: ReactNode;
  /** Below the downloads. */
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
  const { data, error, dataUpdatedAt, isFetching, refetch } = useFile(id, ADMINISTRATOR_POLL_MS);
  const isGone = error instanceof ApiError && error.status === 404;
  const retry = () => void refetch();
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
      <PageHeader title={t('File detail')} actions={<BackLink />} />
      <Card>
        {isGone && <EmptyState art="search" text={t('There is no such file, or the file was deleted.')} />}
        {!isGone && (error && !isFetching ? <LoadError onRetry={retry} /> : <SkeletonLines lines={8} />)}
      </Card>
    </>
  );
}

function BackLink() {
  return (
    <ButtonLink to="/admin/all-files" icon={<ArrowLeft />}>
      {t('All files')}
    </ButtonLink>
  );
}

const NoAddition = ({ children }: FileAdditionProps) => children({ actions: [], chat: null, aside: null });

function Detail({ detail, Addition }: Required<AdminViewFileProps> & { detail: FileDetail }) {
  const { acknowledge } = useFileChanges(detail);
  return (
    <Addition file={detail.file} acknowledge={acknowledge}>
      {(addition) => <Page detail={detail} acknowledge={acknowledge} addition={addition} />}
    </Addition>
  );
}

type PageProps = Pick<FileAdditionProps, 'acknowledge'> & { detail: FileDetail; addition: FileAddition };

/** Facts and actions side by side from 800 px, the chat beside them from 1320 px. On phones the actions stay in reach. */
function Page({ detail, acknowledge, addition }: PageProps) {
  const { file, vehicle } = detail;
  const own = useAdminFileActions({ file, acknowledge });
  const acting = { ...own, actions: [...own.actions, ...addition.actions] };
  useOfferedActions(acting);
  const isWide = useMediaQuery('(width >= 800px)');
  return (
    <>
      <PageHeader
        title={t('File detail')}
        subline={t('{name} of {username}', { name: file.file_name, username: file.username })}
        actions={
          <>
            <BackLink />
            {isWide && <ActionsMenu {...acting} />}
          </>
        }
      />
      <div
        className={clsx(
          'grid items-start gap-6 min-[800px]:grid-cols-[minmax(0,1fr)_20rem]',
          addition.chat && 'min-[1320px]:grid-cols-[minmax(0,1fr)_16rem_21rem]',
        )}
      >
        <Card>
          <FileProgress file={file} />
          {file.status === 'PROCESSED' && isWaitingForOffer(file) && <OfferMissing />}
        </Card>
        <Facts file={file} isNarrow={addition.chat !== null} />
        <div
          className={clsx(
            'grid min-w-0 gap-6 min-[800px]:col-start-2 min-[800px]:row-span-4 min-[800px]:row-start-1',
            addition.chat && 'min-[1320px]:row-span-3 min-[1320px]:row-start-1',
          )}
        >
          {isWide && (
            <Card title={t('Work on this file')}>
              <ActionColumn {...acting} />
            </Card>
          )}
          <Card title={t('Downloads')}>
            <FileDownloads
              file={file}
              canDownloadModified={file.mod_file_name !== null}
              // The first download takes a waiting file up.
              acknowledge={file.status === 'PENDING' ? acknowledge : undefined}
            />
          </Card>
          {addition.aside}
        </div>
        <Card title={t('Vehicle Information')}>
          <VehicleFacts vehicle={vehicle} />
        </Card>
        <Card title={t('File history')} flush className={clsx(COMPACT, historyPlace(addition.chat !== null))}>
          <FileHistory fileId={file.id} version={file.updated_at} />
        </Card>
        {addition.chat && (
          <div className="min-w-0 min-[800px]:max-[1319px]:col-span-full min-[1320px]:col-start-3 min-[1320px]:row-span-4 min-[1320px]:row-start-1">
            {addition.chat}
          </div>
        )}
      </div>
      {!isWide && <ActionBar {...acting} />}
      {acting.dialogs}
    </>
  );
}

/** Otherwise a modified file looks as if everything had been done. */
function OfferMissing() {
  return (
    <div className="mt-5">
      <Alert kind="warning">
        {t('The modified file is there, but the customer cannot pay for it yet: feasibility and price are not set.')}
      </Alert>
    </div>
  );
}

/** Below both columns where its own would be too narrow for a table. */
const historyPlace = (hasChat: boolean) =>
  hasChat ? 'min-[800px]:max-[1319px]:col-span-full min-[1320px]:col-span-2' : 'min-[800px]:max-[1199px]:col-span-full';

function Facts({ file, isNarrow }: { file: FileDetail['file']; isNarrow: boolean }) {
  const twoColumns = isNarrow ? 'min-[800px]:[&_dl]:grid-cols-2' : 'min-[800px]:max-[1199px]:[&_dl]:grid-cols-2';
  return (
    <Card title={t('File Information')} className={twoColumns}>
      <FileFacts
        file={file}
        extra={[
          { label: t('Username'), value: file.username },
          { label: t('Email'), value: file.email, copy: file.email, wide: true },
          ...(file.notes ? [{ label: t('Notes'), value: <Notes text={file.notes} />, wide: true }] : []),
        ]}
      />
    </Card>
  );
}

function Notes({ text }: { text: string }) {
  return <span className="whitespace-pre-line">{text}</span>;
}

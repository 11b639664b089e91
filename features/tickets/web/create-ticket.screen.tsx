import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../web/client/api-error.ts';
import { refusalText } from '../../../web/client/refusal-text.ts';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { SkeletonForm } from '../../../web/ui/skeleton-shapes.tsx';
import { EmptyState, LoadError } from '../../../web/ui/table-states.tsx';
import type { File } from '../../files/file.ts';
import { vehicleText } from '../../files/files.rules.ts';
import { useFile } from '../../files/web/files.api.ts';
import { openTicketRefusal } from '../tickets.rules.ts';
import { TO_CHAT } from './new-messages.tsx';
import { CreateTicketForm } from './create-ticket-form.tsx';

/** Taken from the specification. */
const SHOWN_MS = 3000;

/** The same screen in both areas; the ticket is then read on the page of its file. */
export default function CreateTicketScreen() {
  const id = Number(useParams().id);
  const isAdministrator = useCan('admin-area.open');
  const filePath = `${isAdministrator ? '/admin' : ''}/view-file/${id}`;
  const { data, error, isFetching, refetch } = useFile(id);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader
        title={[...(data && !isGone ? [vehicleText(data.vehicle)] : []), t('tickets.openTicket')].join(' · ')}
        subline={isGone ? undefined : data?.file.file_name}
        actions={!isGone && <ButtonLink to={filePath}>{t('common.backToFile')}</ButtonLink>}
      />
      {data && !isGone ? (
        <Opening key={data.file.id} file={data.file} filePath={filePath} />
      ) : (
        <Card>
          {isGone && (
            <EmptyState
              art="search"
              text={t('tickets.fileNotFound')}
              action={
                <NextStep to={isAdministrator ? '/admin/all-files' : '/my-files'}>
                  {isAdministrator ? t('common.allFiles') : t('common.myFiles')}
                </NextStep>
              }
            />
          )}
          {!isGone &&
            (error && !isFetching ? <LoadError onRetry={() => void refetch()} /> : <SkeletonForm fields={2} />)}
        </Card>
      )}
    </>
  );
}

function Opening({ file, filePath }: { file: File; filePath: string }) {
  const navigate = useNavigate();
  const [isOpened, setOpened] = useState(false);
  // Going back skips this form, which has done its work.
  const leave = () => void navigate(filePath, { replace: true, state: TO_CHAT });
  // Computed once: with the new ticket the result would be different.
  const [refusal] = useState(() => openTicketRefusal(file));
  if (refusal) return <Alert kind="warning">{refusalText(refusal)}</Alert>;
  return (
    <Card className="max-w-3xl">
      <CreateTicketForm file={file} onOpened={() => setOpened(true)} />
      <Modal
        open={isOpened}
        onClose={leave}
        tone="success"
        title={t('tickets.created')}
        autoContinueMs={SHOWN_MS}
        onContinue={leave}
      />
    </Card>
  );
}

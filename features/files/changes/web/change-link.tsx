import { useRef } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { CopyText } from '../../../../web/ui/copy-text.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import { useChangeLink, useCreateChangeLink, useRevokeChangeLink } from './changes.api.ts';

/** The link by which the owner shows the picture to others: made, copied once, replaced or revoked. */
export function ChangeLink({ fileId }: { fileId: number }) {
  const { data, isError, refetch } = useChangeLink(fileId);
  return (
    <div className="print:hidden">
      <Card title={t('files.changes.linkTitle')}>
        {data ? (
          <Link fileId={fileId} madeAt={data.created_at} />
        ) : isError ? (
          <LoadError onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={2} />
        )}
      </Card>
    </div>
  );
}

function Link({ fileId, madeAt }: { fileId: number; madeAt: string | null }) {
  const create = useCreateChangeLink(fileId);
  const revoke = useRevokeChangeLink(fileId);
  const createButton = useRef<HTMLButtonElement>(null);
  const error = create.error ?? revoke.error;
  const end = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        create.reset();
        toast.show(t('files.changes.linkRevoked'));
        createButton.current?.focus();
      },
    });
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-text2">{t('files.changes.linkHint')}</p>
      {create.data && <NewLink key={create.data.token} token={create.data.token} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={createButton} busy={create.isPending} onClick={() => create.mutate()}>
          {madeAt === null ? t('files.changes.linkButton') : t('files.changes.linkReplaceButton')}
        </Button>
        {madeAt !== null && (
          <>
            <Button variant="danger" busy={revoke.isPending} onClick={end}>
              {t('files.changes.linkRevokeButton')}
            </Button>
            <span className="text-small text-text2">
              {t('files.changes.linkMadeAt')} <TimeStamp value={madeAt} />
            </span>
          </>
        )}
      </div>
      {error && <Alert kind="danger">{messageFor(error, t('common.somethingWentWrong'))}</Alert>}
    </div>
  );
}

/** Only its hash is stored, so it is shown this once. */
function NewLink({ token }: { token: string }) {
  const address = `${window.location.origin}/changes?token=${token}`;
  return (
    <Alert kind="success" title={t('files.changes.linkCreated')}>
      <CopyText text={address}>
        <code className="font-mono text-small">{address}</code>
      </CopyText>
    </Alert>
  );
}

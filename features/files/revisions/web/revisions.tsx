import { Suspense, lazy, useState, type ReactNode } from 'react';
import { useCan } from '../../../../web/client/session.ts';
import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { File, HistoryEntry } from '../../file.ts';
import { type Revision, MAX_REASON_LENGTH } from '../revisions.calls.ts';
import { useApplicationConfiguration } from '../../../shop/web/settings.api.ts';
import type { TextDialogProps } from '../../../../web/frame/text-dialog.tsx';
import { canRequestRevision, isInRevision } from '../revisions.rules.ts';
import { useDeclineRevision, useRevisions } from './revisions.api.ts';
import { useFileHistory } from '../../web/files.api.ts';

/** Only for the owner. */
const AskForChange = lazy(() => import('./ask-for-change.tsx'));

/** Needed only after a second delivery. */
const EarlierVersions = lazy(() => import('./earlier-versions.tsx'));

const TextDialog = lazyDialog<TextDialogProps & { open: boolean }>(
  async () => (await import('../../../../web/frame/text-dialog.tsx')).TextDialog,
);

type RevisionsProps = {
  file: File;
  /** Marks the next change of the file as the reader's own; call the returned function if it did not happen. */
  acknowledge: () => () => void;
};

const canRequestNow = (file: File, days: number) => canRequestRevision(file, { days, now: new Date() });

/** For both sides of a paid file: the changes requested by its owner, and the earlier versions. */
export default function Revisions({ file, acknowledge }: RevisionsProps): ReactNode {
  const isOwner = useCan('files.request-revision');
  const mayDecline = useCan('files.attach-modified');
  const { data: revisions = [], isError, refetch } = useRevisions(file.id, file.updated_at);
  const isMissing = isError && isInRevision(file);
  const [missing, setMissing] = useState<string[]>([]);
  const { newest, earlier: versions } = useVersions(file.id);
  const days = useApplicationConfiguration().data?.revision_days ?? 0;
  const mayRequest = isOwner && canRequestNow(file, days);
  if (!isMissing && revisions.length === 0 && versions.length === 0 && !mayRequest) return null;
  return (
    <Card title={t('files.revisions.title')}>
      <div className="grid gap-4">
        {isInRevision(file) && (
          <Alert kind={isOwner ? 'info' : 'warning'}>
            {isOwner ? t('files.revisions.waitingForShop') : t('files.revisions.customerWaits')}
          </Alert>
        )}
        {isMissing && <LoadError onRetry={() => void refetch()} />}
        <List revisions={revisions} />
        {missing.length > 0 && (
          <Alert kind="warning">{t('files.revisions.filesMissing', { names: missing.join(', ') })}</Alert>
        )}
        <Suspense fallback={null}>
          {mayRequest && <AskForChange file={file} acknowledge={acknowledge} days={days} onMissing={setMissing} />}
        </Suspense>
        {mayDecline && isInRevision(file) && <Decline file={file} acknowledge={acknowledge} />}
        <Suspense fallback={null}>
          {versions.length > 0 && <EarlierVersions fileId={file.id} versions={versions} newest={newest} />}
        </Suspense>
      </div>
    </Card>
  );
}

function List({ revisions }: { revisions: readonly Revision[] }) {
  if (revisions.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {revisions.map((revision) => (
        <li key={revision.id} className="grid gap-1 border-t pt-3 text-body first:border-t-0 first:pt-0">
          <span className="flex flex-wrap justify-between gap-x-3 text-small text-text3">
            <TimeStamp value={revision.requested_at} />
            <span className="font-strong text-text2">{outcomeText(revision)}</span>
          </span>
          <span className="whitespace-pre-line wrap-anywhere">{revision.reason}</span>
          {revision.note !== null && (
            <span className="border-l-2 pl-3 whitespace-pre-line text-text2 wrap-anywhere">{revision.note}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const OUTCOMES: Record<NonNullable<Revision['outcome']>, Label> = {
  DELIVERED: textKey('files.revisions.delivered'),
  DECLINED: textKey('files.revisions.declined'),
  REFUNDED: textKey('files.progress.refunded'),
};

const outcomeText = ({ outcome }: Revision): string =>
  t(outcome === null ? textKey('files.revisions.waiting') : OUTCOMES[outcome]);

function Decline({ file, acknowledge }: RevisionsProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useDeclineRevision();
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('files.revisions.declineButton')}</Button>
      {isOpen && (
        <TextDialog
          open
          id={file.id}
          longest={MAX_REASON_LENGTH}
          title={t('files.revisions.declineButton')}
          description={t('files.revisions.declineHint')}
          label={t('files.revisions.noteLabel')}
          submitText={t('files.revisions.declineButton')}
          draft={`note on the change of file ${file.id}`}
          change={change}
          acknowledge={acknowledge}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/**
 * Returns the modified files: administrators see all, owners those that were delivered to them. `newest` is null for an
 * owner who has not downloaded the current one yet.
 */
function useVersions(fileId: number): { newest: HistoryEntry | null; earlier: HistoryEntry[] } {
  const seesAll = useCan('files.attach-modified');
  const [newest, ...earlier] = (useFileHistory(fileId).data ?? []).filter(({ kind }) => kind === 'MODIFIED');
  const isVisible = ({ delivered_at }: HistoryEntry) => seesAll || (delivered_at ?? null) !== null;
  return { newest: newest && isVisible(newest) ? newest : null, earlier: earlier.filter(isVisible) };
}

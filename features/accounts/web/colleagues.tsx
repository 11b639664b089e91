import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { MAX_COLLEAGUES } from '../colleague-forms.ts';
import type { Colleague } from '../colleagues.calls.ts';
import { useColleagues, useInviteColleagueAgain, useRemoveColleague } from './colleagues.api.ts';
import type { InviteColleagueDialogProps } from './invite-colleague-dialog.tsx';

const InviteColleagueDialog = lazyDialog<InviteColleagueDialogProps>(
  async () => (await import('./invite-colleague-dialog.tsx')).InviteColleagueDialog,
);

/** The other users of the customer's company. An addition of ours to the specification. */
export default function Colleagues() {
  const { data, isError, refetch } = useColleagues();
  const [isInviting, setIsInviting] = useState(false);
  const [removed, setRemoved] = useState<Colleague | null>(null);
  const again = useInviteColleagueAgain();
  const sendAgain = ({ id }: Colleague) =>
    again.mutate(id, { onSuccess: () => toast.show(t('accounts.invitation.sent')) });
  return (
    <Card title={t('accounts.colleagues.title')}>
      <div className="grid gap-4">
        <p className="text-body text-text2">{t('accounts.colleagues.hint')}</p>
        {!data && (isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />)}
        {data?.length === 0 && <p>{t('accounts.colleagues.nobody')}</p>}
        <ul className="grid gap-3 empty:hidden">
          {data?.map((colleague) => (
            <ColleagueRow
              key={colleague.id}
              colleague={colleague}
              busy={again.isPending && again.variables === colleague.id}
              onSendAgain={() => sendAgain(colleague)}
              onRemove={() => setRemoved(colleague)}
            />
          ))}
        </ul>
        {again.error && <Alert kind="danger">{messageFor(again.error, t('common.somethingWentWrong'))}</Alert>}
        {data !== undefined && data.length < MAX_COLLEAGUES && (
          <div>
            <Button icon={<Plus />} onClick={() => setIsInviting(true)}>
              {t('accounts.colleagues.inviteTitle')}
            </Button>
          </div>
        )}
      </div>
      {isInviting && <InviteColleagueDialog open onClose={() => setIsInviting(false)} />}
      {removed && <RemoveColleague colleague={removed} onClose={() => setRemoved(null)} />}
    </Card>
  );
}

type ColleagueRowProps = {
  colleague: Colleague;
  busy: boolean;
  onSendAgain: () => void;
  onRemove: () => void;
};

function ColleagueRow({ colleague, busy, onSendAgain, onRemove }: ColleagueRowProps) {
  const email = useShownEmail(colleague.email);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="wrap-anywhere">{colleague.username}</strong>
          {colleague.is_invited && <Badge>{t('accounts.colleagues.invited')}</Badge>}
        </p>
        <p className="text-small wrap-anywhere text-text2">{email}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {colleague.is_invited && (
          <Button small busy={busy} onClick={onSendAgain}>
            {t('accounts.invitation.sendAgainButton')}
          </Button>
        )}
        <Button
          small
          aria-label={t('accounts.colleagues.removeLabel', { name: colleague.username })}
          onClick={onRemove}
        >
          {t('accounts.colleagues.removeButton')}
        </Button>
      </div>
    </li>
  );
}

function RemoveColleague({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const { id, username: name } = colleague;
  const removing = useRemoveColleague();
  const remove = () =>
    removing.mutate(id, {
      onSuccess: () => {
        toast.show(t('accounts.colleagues.removed', { name }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      danger
      title={t('accounts.colleagues.removeTitle', { name })}
      description={t('accounts.colleagues.removeText', { name })}
      confirmText={t('accounts.colleagues.removeButton')}
      busy={removing.isPending}
      error={messageFor(removing.error, '')}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}

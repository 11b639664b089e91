import { MessageCircle } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { t } from '../../../web/languages/text.ts';
import { ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import type { File } from '../../files/file.ts';
import { useRefreshFile } from '../../files/web/files.api.ts';
import { canOpenTicket } from '../tickets.rules.ts';
import type { FirstMessageProps } from './first-message.tsx';
import type { Viewer } from './new-messages.tsx';
import { TicketChat } from './ticket-chat.tsx';
import { useIsLeftOut } from '../../../web/client/session.ts';

/** Only a file without a ticket has it. Where it does not load, the link beside it opens the ticket. */
const FirstMessage = lazy<ComponentType<FirstMessageProps>>(() =>
  import('./first-message.tsx').catch(() => ({ default: () => null })),
);

type TicketAreaProps = {
  file: File;
  viewer: Viewer;
  /** Announces a change of the file by the reader themselves; call the returned function when it did not happen. */
  acknowledge?: () => () => void;
};

/** On a file's page: its ticket, a way to open one, or nothing when it is too late for that. */
export function TicketArea({ file, viewer, acknowledge }: TicketAreaProps) {
  const refreshFile = useRefreshFile(file.id);
  const mayWrite = !useIsLeftOut('tickets.answer');
  // An administrator's first message takes a waiting file up.
  const changesFile = viewer === 'administrator' && file.status === 'PENDING';
  if (file.ticket_id !== null) {
    return (
      <TicketChat
        ticketId={file.ticket_id}
        viewer={viewer}
        {...(changesFile && acknowledge && { onSending: acknowledge, onSent: () => void refreshFile() })}
      />
    );
  }
  return mayWrite && canOpenTicket(file) ? (
    <OpenTicket file={file} viewer={viewer} onSending={changesFile ? acknowledge : undefined} />
  ) : null;
}

type OpenTicketProps = Pick<TicketAreaProps, 'file' | 'viewer'> & { onSending: TicketAreaProps['acknowledge'] };

/** The first message opens it here; the page behind the link also takes an attachment. */
function OpenTicket({ file, viewer, onSending }: OpenTicketProps) {
  const area = viewer === 'administrator' ? '/admin' : '';
  return (
    <Card title={t('tickets.support.title')}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-body text-text2">{invitationText(file, viewer)}</p>
        <ButtonLink small to={`${area}/create-ticket/${file.id}`} icon={<MessageCircle />}>
          {t('tickets.openTicket')}
        </ButtonLink>
      </div>
      <div className="min-h-26">
        <Suspense>
          <FirstMessage file={file} onSending={onSending} />
        </Suspense>
      </div>
    </Card>
  );
}

/** Text that invites the reader to open a ticket. A paid file is refunded by support only (G-10). */
function invitationText(file: File, viewer: Viewer): string {
  if (viewer === 'administrator') return t('tickets.support.empty');
  return file.price_status === 'PAID' ? t('tickets.support.refundQuestion') : t('tickets.support.question');
}

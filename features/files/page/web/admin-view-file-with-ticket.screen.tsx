import { Lock, LockOpen } from 'lucide-react';
import { Suspense, lazy, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useCan } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { useMediaQuery } from '../../../../web/ui/media-query.ts';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import AdminViewFileScreen, { type FileAdditionProps } from './admin-view-file.screen.tsx';
import { canCloseTicket } from '../../../tickets/tickets.rules.ts';
import { TicketArea } from '../../../tickets/web/ticket-area.tsx';
import { useQueueActions } from '../../../tickets/web/queue-actions.tsx';
import { useCloseTicket, useReopenTicket, useShownTicket } from '../../../tickets/web/tickets.api.ts';

const FileNotes = lazy(() => import('./file-notes.tsx'));

/** Needed only where there is room for it. */
const DeskQueue = lazy(() => import('../../../tickets/web/desk-queue.tsx'));

export { prepareFile as prepare } from '../../web/files.api.ts';

/** Files know nothing of tickets, so the two are combined here: with the queue on the left where there is room. */
export default function AdminViewFileWithTicketScreen() {
  const fileId = Number(useParams().id);
  const seesTickets = useCan('tickets.read-all');
  const isDesk = useMediaQuery('(width >= 1600px)') && seesTickets;
  // The same elements at every width, so that the page keeps its state when the window is resized.
  return (
    <div className={isDesk ? 'grid grid-cols-[16rem_minmax(0,1fr)] gap-5' : 'contents'} data-desk={isDesk || undefined}>
      {isDesk && (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <DeskQueue fileId={fileId} />
        </Suspense>
      )}
      <div className={isDesk ? 'min-w-0' : 'contents'}>
        <AdminViewFileScreen Addition={Tickets} />
      </div>
    </div>
  );
}

function Tickets({ file, acknowledge, children }: FileAdditionProps) {
  const [usesNotes, seesTickets] = [useCan('notes.use'), useCan('tickets.read-all')];
  const area = seesTickets && <TicketArea file={file} viewer="administrator" acknowledge={acknowledge} />;
  const notes = usesNotes && (
    <Suspense>
      <FileNotes file={file} />
    </Suspense>
  );
  if (!seesTickets) return children({ actions: [], queue: [], chat: null, aside: notes });
  if (file.ticket_id === null) {
    const aside = (
      <>
        {area}
        {notes}
      </>
    );
    return <WithQueue fileId={file.id}>{(queue) => children({ actions: [], queue, chat: null, aside })}</WithQueue>;
  }
  return (
    <WithTicketActions fileId={file.id} ticketId={file.ticket_id}>
      {(queue, actions) => children({ actions, queue, chat: area, aside: notes })}
    </WithTicketActions>
  );
}

type Actions = Parameters<FileAdditionProps['children']>[0]['actions'];
type WithQueueProps = { fileId: number; children: (queue: Actions, actions: Actions) => ReactNode };

function WithQueue({ fileId, children }: WithQueueProps) {
  return children(useQueueActions(fileId, undefined), []);
}

type WithTicketActionsProps = WithQueueProps & { ticketId: number };

function WithTicketActions({ fileId, ticketId, children }: WithTicketActionsProps) {
  const { data: ticket } = useShownTicket(ticketId);
  const mayClose = useCan('tickets.close');
  const queue = useQueueActions(fileId, ticket);
  const close = useCloseTicket();
  const reopen = useReopenTicket();
  if (!ticket || !mayClose) return children(queue, []);
  const isOpen = canCloseTicket(ticket);
  const change = isOpen ? close : reopen;
  const run = () => {
    if (change.isPending) return;
    change.mutate(ticketId, {
      onSuccess: () => toast.show(isOpen ? t('common.ticketClosed') : t('files.page.ticketReopened')),
      onError: (error) => toast.show(messageFor(error, t('common.somethingWentWrong')), 'error'),
    });
  };
  return children(queue, [
    {
      text: isOpen ? t('files.page.closeTicket') : t('files.page.reopenTicket'),
      icon: isOpen ? <Lock /> : <LockOpen />,
      onSelect: run,
      busy: change.isPending,
    },
  ]);
}

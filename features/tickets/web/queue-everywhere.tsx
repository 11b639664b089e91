import { ArrowRight } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messageFor } from '../../../web/client/api-error.ts';
import { useActions } from '../../../web/frame/actions.ts';
import { t } from '../../../web/languages/text.ts';
import { toast } from '../../../web/ui/toast.tsx';
import { getTakeState } from '../../staff/work/web/take-next.ts';
import { useNextInQueue } from './tickets.api.ts';

/** Leads to the longest waiting file behind this one. */
export function useGoNext(fileId: number | undefined) {
  const next = useNextInQueue();
  const navigate = useNavigate();
  // Until the next file is shown, this one still is: a second press counts from where the first leads.
  const from = useRef(fileId);
  useEffect(() => {
    from.current = fileId;
  }, [fileId]);
  const go = () => {
    if (next.isPending) return;
    next.mutate(from.current, {
      onSuccess: ({ file_id, waiting }) => {
        if (file_id === null) return toast.show(t('tickets.queue.empty'), 'info');
        from.current = file_id;
        toast.show(t('tickets.queue.waiting', { n: waiting }), 'info');
        return void navigate(`/admin/view-file/${file_id}`, { state: getTakeState() });
      },
      onError: (error) => toast.show(messageFor(error, t('common.somethingWentWrong')), 'error'),
    });
  };
  return { go, isPending: next.isPending };
}

const FILE_PAGE = /^\/admin\/view-file\/(\d+)/;

/** Offers the queue in the palette and by a key on every screen of the area, as work may begin anywhere. */
export function QueueEverywhere() {
  const { pathname } = useLocation();
  const { go } = useGoNext(Number(FILE_PAGE.exec(pathname)?.[1] ?? 0) || undefined);
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  const actions = useMemo(
    () => [
      {
        // The page of a file offers the same action under the same name.
        id: `file ${t('tickets.queue.next')}`,
        group: t('common.anywhere'),
        text: t('tickets.queue.next'),
        shortcut: 'n',
        Icon: ArrowRight,
        run: () => latest.current(),
      },
    ],
    [],
  );
  useActions(actions);
  return null;
}

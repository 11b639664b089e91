import { UserRoundCheck, UserRoundX, Eye } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { messageFor } from '../../../web/client/api-error.ts';
import { useCan, useSession } from '../../../web/client/session.ts';
import { useKeyAction } from '../../../web/frame/actions.ts';
import { RecordLink, pathOfUser } from '../../../web/frame/record-link.tsx';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { isTakeState } from '../../staff/work/web/take-next.ts';
import { usePresence, useWork } from '../../staff/work/web/work.api.ts';
import type { File } from '../file.ts';
import { useAssignFile } from './assignment.api.ts';
import { useReportStart } from './start-of-work.tsx';
import type { Work } from '../../staff/work/work.calls.ts';

type FileWorkProps = { file: File; acknowledge: () => () => void };

/** Who works on the file, how that is changed, and who else has it open. For staff. */
export function FileWork(props: FileWorkProps) {
  usePresence(props.file.id);
  return useCan('work.read') ? <Strip {...props} /> : null;
}

function Strip({ file, acknowledge }: FileWorkProps) {
  const { staff, nameOf, openWith } = useWork();
  const myId = useSession()?.user.id;
  const canAssign = useCan('work.assign');
  const { assign, isPending } = useAssign({ file, acknowledge });
  const current = file.assignee_id ?? null;
  const take = () => assign(myId ?? null);
  useTakeOnArrival(canAssign && current === null ? take : null);
  useKeyAction(t('staff.work.assignToMe'), 'a', canAssign && current !== myId ? take : null);
  const others = staff.filter(({ id }) => id !== myId && id !== current);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-body">
      <p className="min-w-0 wrap-anywhere">
        {current === null ? (
          t('staff.work.unassigned')
        ) : (
          <>
            <span className="mr-1.5 text-text2">{t('staff.work.assignee')}</span>
            <RecordLink to={pathOfUser(current)}>{nameOf(current) ?? '–'}</RecordLink>
          </>
        )}
      </p>
      {canAssign && (
        <div className="flex flex-wrap items-center gap-2">
          {current === myId ? (
            <Button small icon={<UserRoundX />} busy={isPending} onClick={() => assign(null)}>
              {t('staff.work.release')}
            </Button>
          ) : (
            <Button small icon={<UserRoundCheck />} busy={isPending} onClick={take}>
              {t('staff.work.assignToMe')}
            </Button>
          )}
          {others.length > 0 && (
            <AssignMenu others={others} assign={assign} canRelease={current !== null && current !== myId} />
          )}
        </div>
      )}
      <OpenWith colleagues={openWith(file.id)} />
    </div>
  );
}

interface AssignMenuProps {
  others: Work['staff'];
  assign: (id: number | null) => void;
  canRelease: boolean;
}

function AssignMenu({ others, assign, canRelease }: AssignMenuProps) {
  return (
    <Menu
      isShort
      trigger={<Button small>{t('staff.work.assignTo')}</Button>}
      items={[
        ...others.map(({ id, username }) => ({ text: username, onSelect: () => assign(id) })),
        ...(canRelease
          ? (['separator', { text: t('staff.work.release'), onSelect: () => assign(null) }] as const)
          : []),
      ]}
    />
  );
}

/** Takes a free file that was opened from the queue, where the reader has chosen that; once, as it may be released. */
function useTakeOnArrival(take: (() => void) | null) {
  const isMeant = isTakeState(useLocation().state);
  const isDone = useRef(false);
  useEffect(() => {
    if (!isMeant || isDone.current || take === null) return;
    isDone.current = true;
    take();
  });
}

/** Assigns the file to the first who takes it; the other sees who that is. The work on a waiting file starts with it. */
function useAssign({ file, acknowledge }: FileWorkProps) {
  const { mutate, isPending } = useAssignFile();
  const reportStart = useReportStart({ file, acknowledge });
  const assign = (to: number | null) => {
    if (isPending) return;
    const undoAcknowledge = acknowledge();
    mutate(
      { id: file.id, assignee_id: to, seen: file.assignee_id ?? null },
      {
        onSuccess: (after) => {
          if (file.status === 'PENDING' && after.file.status === 'IN_PROGRESS') reportStart();
        },
        onError: (error) => {
          undoAcknowledge();
          toast.show(messageFor(error, t('common.somethingWentWrong')), 'error');
        },
      },
    );
  };
  return { assign, isPending };
}

/** Colleagues who have the same record open; announced to screen readers when they arrive. */
const OpenWith = ({ colleagues }: { colleagues: Work['staff'] }) => (
  <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-yellow-fg">
    {colleagues.length > 0 && (
      <>
        <Eye size={16} aria-hidden="true" className="shrink-0" />
        <span>{t('staff.work.openWithLabel')}</span>
        {colleagues.map(({ id, username }) => (
          <RecordLink key={id} to={pathOfUser(id)}>
            {username}
          </RecordLink>
        ))}
      </>
    )}
  </div>
);

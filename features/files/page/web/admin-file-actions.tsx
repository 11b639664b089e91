import { Ban, ChevronDown, Ellipsis, FileUp, Gauge, SendHorizontal, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useCan } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { ActionBar } from '../../../../web/ui/action-bar.tsx';
import { Alert } from '../../../../web/ui/alert.tsx';
import { DropAnywhere } from '../../../../web/ui/drop-anywhere.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { useMediaQuery } from '../../../../web/ui/media-query.ts';
import { Menu } from '../../../../web/ui/menu.tsx';
import type { MenuItem } from '../../../../web/ui/opened-menu.tsx';
import { toast } from '../../../../web/ui/toast.tsx';
import type { FileDetail } from '../../file.ts';
import { canCancelAny, canUndoCancel, isOpen } from '../../files.rules.ts';
import { canSetFeasibility, canUploadModified } from '../../review/review.rules.ts';
import { isInRevision } from '../../revisions/revisions.rules.ts';
import type { FileDialogProps } from '../../web/admin-file-dialog.tsx';
import { type Action, cancelFileText } from '../../web/file-action.tsx';
import { useUndoCancel } from '../../web/files.api.ts';

/** Loaded on demand: with the schema and the comparison that they need, they would be a tenth of the page. */
const Deliver = lazyDialog<FileDialogProps & { open: boolean; dropped: File | null }>(
  async () => (await import('../../review/web/admin-deliver.tsx')).AdminDeliver,
);
const UploadModified = lazyDialog<FileDialogProps & { open: boolean }>(
  async () => (await import('../../review/web/admin-upload-modified.tsx')).AdminUploadModified,
);

const CancelFile = lazyDialog<FileDialogProps & { open: boolean }>(
  async () => (await import('../../web/admin-cancel-file.tsx')).AdminCancelFile,
);

type DialogName = 'upload' | 'deliver' | 'cancel';

/** At the end of the page's address, it opens the dialog. */
const DELIVER = '#deliver';

type Acting = { file: FileDetail['file']; acknowledge: () => () => void };

/** Returns what an administrator can do with a file now, where that is shown, and the dialogs that do it. */
export function useAdminFileActions({ file, acknowledge }: Acting) {
  const may = useFileCapabilities();
  const canDeliver = may.price && canSetFeasibility(file);
  const isAsked = useLocation().hash === DELIVER && canDeliver;
  const [dialog, setDialog] = useState<DialogName | null>(isAsked ? 'deliver' : null);
  const [dropped, setDropped] = useState<File | null>(null);
  const deliver = () => setDialog('deliver');
  const drop = (modified: File) => {
    setDropped(modified);
    deliver();
  };
  const undo = useUndo({ file, acknowledge });
  const actions: Action[] = [];
  if (may.attach && canUploadModified(file)) {
    const onSelect = () => setDialog('upload');
    actions.push({ text: t('common.uploadModifiedFile'), icon: <FileUp />, onSelect, shortcut: 'u' });
  }
  if (canDeliver) actions.push({ text: t('common.setFeasibilityAndPrice'), icon: <Gauge />, onSelect: deliver });
  const undoing: Action | null =
    may.undoCancel && canUndoCancel(file) && file.price_status === 'UNPAID'
      ? { text: t('files.page.undoCancel'), icon: <Undo2 />, onSelect: undo.run, busy: undo.isPending }
      : null;
  if (undoing) actions.push(undoing);
  const close = () => {
    setDialog(null);
    setDropped(null);
  };
  const props = { file, acknowledge, onClose: close };
  return {
    actions,
    /** What is done next with the file itself: a button, beside the menu of `actions`. */
    main: canDeliver
      ? { text: t('files.deliver.button'), icon: <SendHorizontal />, onSelect: deliver, shortcut: 'p' }
      : undoing,
    isWaiting: isInRevision(file) || (isOpen(file) && file.feasible === null),
    /** Null when there is nothing left to cancel. */
    askCancel: may.cancel && canCancelAny(file) ? () => setDialog('cancel') : null,
    cancelText: cancelFileText(file),
    undoError: undo.error,
    dialogs: (
      <>
        <DropAnywhere onFile={drop} disabled={dialog !== null || !canDeliver} />
        {dialog === 'upload' && <UploadModified open {...props} />}
        {dialog === 'deliver' && <Deliver open dropped={dropped} {...props} />}
        {dialog === 'cancel' && <CancelFile open {...props} />}
      </>
    ),
  };
}

const useFileCapabilities = () => ({
  attach: useCan('files.attach-modified'),
  price: useCan('files.price'),
  cancel: useCan('files.cancel-any'),
  undoCancel: useCan('files.undo-cancel'),
});

export type AdminFileActions = ReturnType<typeof useAdminFileActions>;

function useUndo({ file, acknowledge }: Acting) {
  const { mutate, isPending, error } = useUndoCancel();
  const run = () => {
    if (isPending) return;
    const undoAcknowledge = acknowledge();
    mutate(file.id, {
      onSuccess: () => toast.show(t('files.page.cancelUndone')),
      onError: undoAcknowledge,
    });
  };
  return { run, isPending, error };
}

/** `next`: the one next action when this file is done. */
type FileActionBarProps = AdminFileActions & { next: Action | undefined };

/**
 * Always visible at the bottom of the page: what the file waits for, and what comes after it. On a phone the first
 * stands alone beside the menu of all actions, which a desk has at the top.
 */
export function FileActionBar(props: FileActionBarProps) {
  const { actions, askCancel, cancelText, undoError, isWaiting } = props;
  const isWide = useMediaQuery('(width >= 800px)');
  const [main, next] = props.main ? [props.main, props.next] : [props.next];
  const mainButton = main && <ActionButton {...main} isMain={isWaiting} />;
  const alert = undoError && <Alert kind="danger">{messageFor(undoError, t('common.somethingWentWrong'))}</Alert>;
  if (!isWide) {
    const menu = <ActionsMenu actions={actions} askCancel={askCancel} isShort={main !== undefined} />;
    return (
      <ActionBar
        label={t('files.page.workLabel')}
        alert={alert}
        actions={
          <>
            {mainButton}
            <span className="flex max-sm:grow-0!">{menu}</span>
          </>
        }
      />
    );
  }
  const cancel = askCancel && (
    <Button variant="danger" icon={<Ban />} onClick={askCancel}>
      {cancelText}
    </Button>
  );
  return (
    <ActionBar label={t('files.page.workLabel')} alert={alert} actions={cancel}>
      <div className="flex flex-wrap items-center gap-2">
        {mainButton}
        {next && <ActionButton {...next} isMain={false} />}
        {!main && <p className="text-text2">{t('files.page.actionsEmpty')}</p>}
      </div>
    </ActionBar>
  );
}

type ActionsMenuProps = Pick<AdminFileActions, 'actions' | 'askCancel'> & { isShort?: boolean };

export function ActionsMenu({ actions, askCancel, isShort = false }: ActionsMenuProps) {
  const items: MenuItem[] = actions.map(({ text, icon, onSelect }) => ({ text, icon, onSelect }));
  if (askCancel !== null) {
    if (items.length > 0) items.push('separator');
    items.push({ text: t('common.cancelFile'), icon: <Ban />, onSelect: askCancel, danger: true });
  }
  if (items.length === 0) return null;
  const trigger = (
    <Button icon={isShort ? <Ellipsis /> : <ChevronDown />} iconOnly={isShort}>
      {t('common.actions')}
    </Button>
  );
  return <Menu trigger={trigger} items={items} />;
}

type ActionButtonProps = Action & { isMain: boolean };

function ActionButton({ text, icon, onSelect, busy, isMain }: ActionButtonProps) {
  return (
    <Button variant={isMain ? 'primary' : 'secondary'} icon={icon} busy={busy} onClick={onSelect}>
      {text}
    </Button>
  );
}

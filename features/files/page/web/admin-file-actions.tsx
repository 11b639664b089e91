import { Ban, ChevronDown, Ellipsis, FileUp, Gauge, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useDropAnywhere } from '../../../../web/client/drop-anywhere.ts';
import { t } from '../../../../web/languages/text.ts';
import { ActionBar } from '../../../../web/ui/action-bar.tsx';
import { Alert } from '../../../../web/ui/alert.tsx';
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
const SetFeasibility = lazyDialog<FileDialogProps & { open: boolean; dropped: File | null }>(
  async () => (await import('../../review/web/admin-set-feasibility.tsx')).AdminSetFeasibility,
);
const UploadModified = lazyDialog<FileDialogProps & { open: boolean }>(
  async () => (await import('../../review/web/admin-upload-modified.tsx')).AdminUploadModified,
);

const CancelFile = lazyDialog<FileDialogProps & { open: boolean }>(
  async () => (await import('../../web/admin-cancel-file.tsx')).AdminCancelFile,
);

type DialogName = 'upload' | 'feasibility' | 'cancel';

type Acting = { file: FileDetail['file']; acknowledge: () => () => void };

/** Returns what an administrator can do with a file now, where that is shown, and the dialogs that do it. */
export function useAdminFileActions({ file, acknowledge }: Acting) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [dropped, setDropped] = useState<File | null>(null);
  const deliver = (modified: File) => {
    setDropped(modified);
    setDialog('feasibility');
  };
  useDropAnywhere(dialog === null && canSetFeasibility(file) ? deliver : null);
  const undo = useUndo({ file, acknowledge });
  const actions: Action[] = [];
  if (canUploadModified(file)) {
    const onSelect = () => setDialog('upload');
    actions.push({ text: t('common.uploadModifiedFile'), icon: <FileUp />, onSelect, shortcut: 'u' });
  }
  if (canSetFeasibility(file)) {
    const onSelect = () => setDialog('feasibility');
    actions.push({ text: t('common.setFeasibilityAndPrice'), icon: <Gauge />, onSelect, shortcut: 'f' });
  }
  if (canUndoCancel(file) && file.price_status === 'UNPAID') {
    actions.push({ text: t('files.page.undoCancel'), icon: <Undo2 />, onSelect: undo.run, busy: undo.isPending });
  }
  // With a modified file in place, the reply to the customer comes next, unless a change has been requested.
  if (file.mod_file_name !== null && !isInRevision(file)) actions.reverse();
  const close = () => {
    setDialog(null);
    setDropped(null);
  };
  const props = { file, acknowledge, onClose: close };
  return {
    actions,
    isWaiting: isInRevision(file) || (isOpen(file) && file.feasible === null),
    /** Null when there is nothing left to cancel. */
    askCancel: canCancelAny(file) ? () => setDialog('cancel') : null,
    cancelText: cancelFileText(file),
    undoError: undo.error,
    dialogs: (
      <>
        {dialog === 'upload' && <UploadModified open {...props} />}
        {dialog === 'feasibility' && <SetFeasibility open dropped={dropped} {...props} />}
        {dialog === 'cancel' && <CancelFile open {...props} />}
      </>
    ),
  };
}

export type AdminFileActions = ReturnType<typeof useAdminFileActions>;

function useUndo({ file, acknowledge }: Acting) {
  const { mutate, isPending, error } = useUndoCancel();
  const run = () => {
    if (isPending) return;
    const undoAcknowledge = acknowledge();
    mutate(file.id, {
      onSuccess: () => {
        toast.show(t('files.page.cancelUndone'));
        setTimeout(keepFocus);
      },
      onError: undoAcknowledge,
    });
  };
  return { run, isPending, error };
}

/** The pressed button disappears with what it undid, so focus moves to the file. */
function keepFocus() {
  if (document.activeElement === document.body) document.querySelector('main')?.focus();
}

/**
 * The actions for the file, always visible at the bottom of the page. The first button is what the file waits for. On a
 * phone it stands alone, and the others are in a menu.
 */
export function FileActionBar({ actions, askCancel, cancelText, undoError, isWaiting }: AdminFileActions) {
  const isWide = useMediaQuery('(width >= 800px)');
  const [main, ...others] = actions;
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
        {others.map((action) => (
          <ActionButton key={action.text} {...action} isMain={false} />
        ))}
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

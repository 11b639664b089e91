import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { messageFor } from '../../../web/client/api-error.ts';
import { findFieldErrors, type FieldMessages } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import type { SavedReply } from '../queue.calls.ts';
import { SaveReply } from '../ticket-forms.ts';
import { useUndoDeletion } from '../../staff/restore/web/undo-deletion.ts';
import { toast, undoAction } from '../../../web/ui/toast.tsx';
import { useDeleteSavedReply, useSaveReply, useSavedReplies } from './tickets.api.ts';

export type SavedRepliesDialogProps = {
  open: boolean;
  onClose: () => void;
  /** The current text of the box, which can be saved. */
  text: string;
  onInsert: (message: string) => void;
};

export function SavedRepliesDialog({ open, text, onInsert, onClose }: SavedRepliesDialogProps) {
  const { data, isError, refetch } = useSavedReplies(true);
  const remove = useDeleteSavedReply();
  const undo = useUndoDeletion('SAVED_REPLY');
  const [title, setTitle] = useState('');
  return (
    <Modal
      open={open}
      size="medium"
      unsaved={title.trim() !== ''}
      title={t('tickets.savedReplies.title')}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {isError && <LoadError onRetry={() => void refetch()} />}
        {data?.length === 0 && <p className="text-body text-text2">{t('tickets.savedReplies.empty')}</p>}
        <ul className="grid gap-1">
          {data?.map((reply) => (
            <Line
              key={reply.id}
              reply={reply}
              onInsert={() => {
                onInsert(reply.message);
                onClose();
              }}
              onRemove={() =>
                remove.mutate(reply.id, {
                  onSuccess: () =>
                    toast.show(
                      t('tickets.savedReplies.deleted', { title: reply.title }),
                      'success',
                      undo && undoAction(() => undo([reply.id], reply.title)),
                    ),
                })
              }
            />
          ))}
        </ul>
        {remove.error && <Alert kind="danger">{messageFor(remove.error, t('common.somethingWentWrong'))}</Alert>}
        <SaveForm text={text} title={title} onTitle={setTitle} />
      </div>
    </Modal>
  );
}

function Line({ reply, onInsert, onRemove }: { reply: SavedReply; onInsert: () => void; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-2">
      <button
        type="button"
        onClick={onInsert}
        className="min-h-control min-w-0 grow rounded-control px-3 py-1.5 text-left hover:bg-surface2"
      >
        <span className="block text-body font-strong wrap-anywhere">{reply.title}</span>
        <span className="line-clamp-2 text-small text-text2 wrap-anywhere">{reply.message}</span>
      </button>
      <Button variant="quiet" iconOnly icon={<Trash2 />} onClick={onRemove}>
        {t('tickets.savedReplies.deleteLabel', { title: reply.title })}
      </Button>
    </li>
  );
}

type SaveFormProps = { text: string; title: string; onTitle: (title: string) => void };

/** Saves the text that was just written as a reply. */
function SaveForm({ text, title, onTitle: setTitle }: SaveFormProps) {
  const [errors, setErrors] = useState<FieldMessages>({});
  const saving = useSaveReply();
  const { mutate, isPending, error } = saving;
  const message = text.trim();
  if (message === '') {
    return <p className="border-t pt-4 text-small text-text3">{t('tickets.savedReplies.messageRequired')}</p>;
  }
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The surrounding chat is a form as well.
    event.stopPropagation();
    const found = findFieldErrors(SaveReply, { title, message });
    setErrors(found);
    if (isPending || Object.values(found).some(Boolean)) return;
    mutate({ title, message }, { onSuccess: () => setTitle('') });
  };
  return (
    <form noValidate onSubmit={save} className="grid gap-3 border-t pt-4">
      <p className="line-clamp-3 text-body text-text2 wrap-anywhere">{message}</p>
      <div className="flex items-end gap-3">
        <Field label={t('tickets.savedReplies.titleLabel')} error={errors.title} className="grow">
          <TextInput
            value={title}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <Button type="submit" busy={isPending}>
          {t('common.save')}
        </Button>
        <DoneNote at={doneAt(saving)} />
      </div>
      {error && <Alert kind="danger">{messageFor(error, t('common.somethingWentWrong'))}</Alert>}
    </form>
  );
}

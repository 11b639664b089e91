import { Trash2 } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useDraft } from '../../../../web/client/drafts.ts';
import { RecordLink, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TextArea } from '../../../../web/ui/text-input.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { type InternalNote, MAX_NOTE } from '../notes.calls.ts';
import { useAddNote, useDeleteNote, useInternals, type About } from './notes.api.ts';
import { Tags } from './tags.tsx';

type InternalNotesProps = About & { actions?: ReactNode };

/** Notes that administrators write to each other about a customer, a file or a ticket, and its tags. */
export function InternalNotes({ actions, ...about }: InternalNotesProps) {
  const { data, isError, refetch } = useInternals(about);
  return (
    <Card title={t('staff.notes.title')} actions={actions}>
      <div className="grid gap-4">
        <p className="text-small text-text3">{t('staff.notes.hint')}</p>
        {isError && <LoadError onRetry={() => void refetch()} />}
        {data && (
          <>
            <Tags about={about} tags={data.tags} />
            <Notes about={about} notes={data.notes} />
          </>
        )}
        <NewNote about={about} />
      </div>
    </Card>
  );
}

function Notes({ about, notes }: { about: About; notes: readonly InternalNote[] }) {
  const [deleting, setDeleting] = useState<InternalNote | null>(null);
  const removal = useDeleteNote(about);
  const close = () => {
    removal.reset();
    setDeleting(null);
  };
  if (notes.length === 0) return null;
  return (
    <>
      <ul className="grid max-h-96 gap-3 overflow-y-auto">
        {notes.map((note) => (
          <li
            key={note.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-t pt-3 first:border-t-0 first:pt-0"
          >
            <span className="text-small text-text3">
              <RecordLink to={pathOfUser(note.open_user_id)}>{note.author}</RecordLink>{' '}
              <TimeStamp value={note.created_at} />
            </span>
            <Button
              small
              iconOnly
              variant="quiet"
              icon={<Trash2 />}
              className="row-span-2"
              onClick={() => setDeleting(note)}
            >
              {t('staff.notes.deleteNote')}
            </Button>
            <span className="text-body whitespace-pre-line wrap-anywhere">{note.note}</span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        danger
        title={t('staff.notes.deleteNote')}
        description={<span className="line-clamp-6 whitespace-pre-line wrap-anywhere">{deleting?.note}</span>}
        confirmText={t('common.delete')}
        busyText={t('common.deleting')}
        busy={removal.isPending}
        error={messageFor(removal.error, '')}
        onConfirm={() => deleting && removal.mutate(deleting.id, { onSuccess: close })}
        onCancel={close}
      />
    </>
  );
}

/** The form for a new note, which stays a draft until it is added. */
function NewNote({ about }: { about: About }) {
  const [text, setText] = useDraft(`internal note ${about.kind} ${about.id}`);
  const adding = useAddNote(about);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (adding.isPending || text.trim() === '') return;
    adding.mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <form noValidate onSubmit={add} className="grid gap-2">
      <Field label={t('staff.notes.newNote')}>
        <TextArea rows={2} maxLength={MAX_NOTE} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {adding.isError && <Alert kind="danger">{messageFor(adding.error, t('common.somethingWentWrong'))}</Alert>}
      <Button type="submit" small className="justify-self-start" busy={adding.isPending} disabled={text.trim() === ''}>
        {t('staff.notes.addNote')}
      </Button>
    </form>
  );
}

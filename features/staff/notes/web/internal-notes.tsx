import { Plus, Trash2, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
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
import { TextArea, TextInput } from '../../../../web/ui/text-input.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import { type InternalNote, MAX_NOTE, MAX_TAG, MAX_TAGS, type Tag } from '../notes.calls.ts';
import { type About, useAddNote, useDeleteNote, useInternals, useChangeTag, useTags } from './notes.api.ts';

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
      <Button
        type="submit"
        small
        className="justify-self-start"
        busy={adding.isPending}
        aria-disabled={text.trim() === ''}
      >
        {t('staff.notes.addNote')}
      </Button>
    </form>
  );
}

/** The tags of one subject: each can be removed, and one added, either an existing one or a new word. */
function Tags({ about, tags }: { about: About; tags: readonly Tag[] }) {
  const change = useChangeTag(about);
  const names = tags.map(({ name }) => name);
  return (
    <div className="grid gap-2">
      {tags.length > 0 && (
        <ul aria-label={t('staff.notes.tags')} className="flex flex-wrap gap-2">
          {tags.map(({ id, name }) => (
            <li
              key={id}
              className="inline-flex items-center gap-1 rounded-control bg-grey-bg pl-2 text-small text-grey-fg"
            >
              <span className="font-strong wrap-anywhere">{name}</span>
              <Button
                small
                iconOnly
                variant="quiet"
                icon={<X />}
                aria-disabled={change.isPending}
                onClick={() => change.isPending || change.mutate({ name, isAdded: false })}
              >
                {t('staff.notes.removeTagLabel', { name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {tags.length < MAX_TAGS && <NewTag names={names} change={change} />}
      {change.isError && <Alert kind="danger">{messageFor(change.error, t('common.somethingWentWrong'))}</Alert>}
    </div>
  );
}

type NewTagProps = { names: readonly string[]; change: ReturnType<typeof useChangeTag> };

function NewTag({ names, change }: NewTagProps) {
  const [text, setText] = useState('');
  const known = useTags().data ?? [];
  const listId = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending || text.trim() === '') return;
    change.mutate({ name: text.trim(), isAdded: true }, { onSuccess: () => setText('') });
  };
  return (
    <form noValidate onSubmit={add} className="flex items-end gap-2">
      <Field label={t('staff.notes.addTag')} className="grow sm:max-w-60">
        <TextInput
          value={text}
          maxLength={MAX_TAG}
          autoComplete="off"
          list={listId}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <datalist id={listId}>
        {known
          .filter(({ name }) => !names.includes(name))
          .map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
      </datalist>
      <Button type="submit" iconOnly icon={<Plus />} busy={change.isPending}>
        {t('staff.notes.addTag')}
      </Button>
    </form>
  );
}

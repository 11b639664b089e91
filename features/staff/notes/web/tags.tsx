import { Plus, X } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { type Tag, MAX_TAG, MAX_TAGS } from '../notes.calls.ts';
import { useSetTags, useTags, type About } from './notes.api.ts';

/** The tags of one subject: each can be removed, and one added, either an existing one or a new word. */
export function Tags({ about, tags }: { about: About; tags: readonly Tag[] }) {
  const change = useSetTags(about);
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
                disabled={change.isPending}
                onClick={() => change.mutate(names.filter((other) => other !== name))}
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

type NewTagProps = { names: readonly string[]; change: ReturnType<typeof useSetTags> };

function NewTag({ names, change }: NewTagProps) {
  const [text, setText] = useState('');
  const known = useTags().data ?? [];
  const listId = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending || text.trim() === '') return;
    change.mutate([...names, text.trim()], { onSuccess: () => setText('') });
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

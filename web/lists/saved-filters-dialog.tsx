import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../languages/text.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { keep, readStored } from './stored-choice.ts';

export type SavedFiltersDialogProps = { list: string; open: boolean; onClose: () => void };

type SavedFilter = { name: string; search: string };

const isFilters = (value: unknown): value is SavedFilter[] =>
  Array.isArray(value) &&
  value.every((one: unknown) => {
    const { name, search } = (one ?? {}) as Partial<SavedFilter>;
    return typeof name === 'string' && typeof search === 'string';
  });

export function SavedFiltersDialog({ list, open, onClose }: SavedFiltersDialogProps) {
  const [parameters, setParameters] = useSearchParams();
  const { saved, change } = useSaved(`filters:${list}`);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (given === '') return setError(t('common.filters.nameRequired'));
    setError(undefined);
    setName('');
    return change([...saved.filter((one) => one.name !== given), { name: given, search: parameters.toString() }]);
  };
  const apply = ({ search }: SavedFilter) => {
    setParameters(new URLSearchParams(search));
    onClose();
  };
  return (
    <Modal open={open} size="medium" unsaved={name.trim() !== ''} title={t('common.filters.title')} onClose={onClose}>
      <div className="grid gap-5">
        {saved.length === 0 && <p className="text-body text-text2">{t('common.filters.empty')}</p>}
        <ul className="grid gap-1">
          {saved.map((filter) => (
            <SavedRow
              key={filter.name}
              name={filter.name}
              onApply={() => apply(filter)}
              onRemove={() => change(saved.filter((one) => one !== filter))}
            />
          ))}
        </ul>
        <form noValidate onSubmit={save} className="flex items-end gap-3 border-t pt-4">
          <Field label={t('common.filters.nameLabel')} error={error} className="grow">
            <TextInput
              value={name}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button type="submit">{t('common.save')}</Button>
        </form>
      </div>
    </Modal>
  );
}

function useSaved(place: string) {
  const [saved, setSaved] = useState(() => readStored(place, isFilters) ?? []);
  const change = (next: SavedFilter[]) => {
    setSaved(next);
    keep(place, next);
  };
  return { saved, change };
}

function SavedRow({ name, onApply, onRemove }: { name: string; onApply: () => void; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-2">
      <Button variant="quiet" className="min-w-0 grow justify-start! wrap-anywhere" onClick={onApply}>
        {name}
      </Button>
      <Button variant="quiet" iconOnly icon={<Trash2 />} onClick={onRemove}>
        {t('common.filters.removeLabel', { name })}
      </Button>
    </li>
  );
}

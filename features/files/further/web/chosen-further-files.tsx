import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { refusalText } from '../../../../web/client/refusal-text.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { DropZone } from '../../../../web/ui/drop-zone.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { sizeText } from '../../../../web/ui/progress-bar.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { UPLOAD_LIMIT_BYTES } from '../../../../contract/endpoint.ts';
import { emptyFile } from '../../files.rules.ts';
import { tooManyFurtherFiles } from '../further-files.rules.ts';
import { type FurtherKind, FURTHER_KINDS, MAX_FURTHER_FILES } from '../further-files.calls.ts';
import { choose, type ChosenFile } from './further-files.api.ts';
import { KIND_TEXTS } from './kind-texts.tsx';

export type ChosenFurtherFilesProps = {
  chosen: readonly ChosenFile[];
  onChange: (chosen: ChosenFile[]) => void;
  /** Number of further files that are already stored. */
  stored?: number;
  disabled?: boolean;
  /** Whether a button elsewhere has opened the picker. */
  isOpenAtFirst?: boolean;
};

/** Further files to send along, each with its kind. A button opens the picker, because the original comes first. */
export default function ChosenFurtherFiles({
  chosen,
  onChange,
  stored = 0,
  disabled,
  isOpenAtFirst = false,
}: ChosenFurtherFilesProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst || chosen.length > 0);
  // Otherwise a button has opened the picker, and is gone.
  const [isRestored] = useState(chosen.length > 0);
  const [error, setError] = useState<string>();
  const room = MAX_FURTHER_FILES - stored;
  const take = (files: readonly File[]) => {
    const sound = files.filter((file) => checkFile(file) === undefined);
    const problem = files.map(checkFile).find((one) => one !== undefined);
    const isTooMany = chosen.length + sound.length > room;
    setError(isTooMany ? refusalText(tooManyFurtherFiles({ most: MAX_FURTHER_FILES })) : problem);
    onChange([...chosen, ...sound.map(choose)].slice(0, room));
  };
  if (!isOpen) {
    return (
      <Button icon={<Plus />} disabled={disabled} onClick={() => setOpen(true)}>
        {t('files.further.add')}
      </Button>
    );
  }
  return (
    <div ref={isRestored ? undefined : focusPicker} className="grid gap-3">
      <Field label={t('files.further.title')} error={error}>
        <DropZone
          isSmall
          onFiles={take}
          hint={t('files.further.hint', { most: MAX_FURTHER_FILES })}
          disabled={disabled === true || chosen.length >= room}
        />
      </Field>
      <Rows chosen={chosen} onChange={onChange} disabled={disabled} />
    </div>
  );
}

const focusPicker = (around: HTMLElement | null) => {
  around?.querySelector('input')?.focus();
};

function checkFile({ size }: File): string | undefined {
  if (size > UPLOAD_LIMIT_BYTES) return t('common.fileTooLarge');
  return size === 0 ? refusalText(emptyFile()) : undefined;
}

function Rows({ chosen, onChange, disabled }: ChosenFurtherFilesProps) {
  const set = (key: string, kind: FurtherKind) =>
    onChange(chosen.map((one) => (one.key === key ? { ...one, kind } : one)));
  return (
    <ul className="grid gap-2 empty:hidden">
      {chosen.map(({ file, kind, key }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t pt-2">
          <span className="min-w-40 flex-1 font-mono text-small wrap-anywhere">
            {file.name} <span className="whitespace-nowrap text-text3">{sizeText(file.size)}</span>
          </span>
          <Select
            className="w-44"
            aria-label={t('files.further.kindLabel', { name: file.name })}
            value={kind}
            disabled={disabled}
            options={FURTHER_KINDS.map((one) => ({ value: one, label: t(KIND_TEXTS[one]) }))}
            onChange={(event) => set(key, event.target.value as FurtherKind)}
          />
          <Button
            iconOnly
            variant="quiet"
            icon={<X />}
            disabled={disabled}
            onClick={() => onChange(chosen.filter((one) => one.key !== key))}
          >
            {t('files.further.removeLabel', { name: file.name })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

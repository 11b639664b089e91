import { useId, useState, type ComponentType } from 'react';
import { useController } from 'react-hook-form';
import { getPersonId, useSession } from '../../../../web/client/session.ts';
import { t, chooseText, wordText } from '../../../../web/languages/text.ts';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { TextArea, TextInput } from '../../../../web/ui/text-input.tsx';
import { FILE_FIELD_NAMES, getFileField, type FileField, type FileFieldName } from '../../file-fields.ts';
import { FIELD_VALUES } from '../field-values.ts';
import { FILE_FIELD_LABELS } from '../../file-field-labels.ts';
import type { UploadForm } from './solution-choice.tsx';
import { readLastUsed } from './upload-memory.tsx';

/** Makers and tools are names; they are not translated. */
const namesOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value === 'Other' ? wordText(value) : value }));

/** The vehicle a file was read from. */
export function VehicleForm({ form }: { form: UploadForm }) {
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      {FILE_FIELD_NAMES.map((name) => {
        const Control = CONTROLS[getFileField(name).control];
        return <Control key={name} form={form} name={name} />;
      })}
    </div>
  );
}

type ControlProps = { form: UploadForm; name: FileFieldName };

/** Label, error and required state, for the frame of every control. */
const frameOf = ({ form: { formState }, name }: ControlProps) => ({
  label: chooseText(FILE_FIELD_LABELS[name].form),
  required: getFileField(name).isRequired,
  error: formState.errors[name]?.message,
});

const placeholderOf = (name: FileFieldName) =>
  getFileField(name).isRequired ? t('files.upload.choosePlaceholder') : t('files.upload.notGiven');

function Line({ form, name }: ControlProps) {
  return (
    <Field {...frameOf({ form, name })}>
      <TextInput {...form.register(name)} maxLength={getFileField(name).maxLength} autoComplete="off" />
    </Field>
  );
}

function Lines({ form, name }: ControlProps) {
  return (
    <Field {...frameOf({ form, name })} className="col-span-full">
      <TextArea {...form.register(name)} rows={3} maxLength={getFileField(name).maxLength} />
    </Field>
  );
}

/** The hint is below the box, so that neighbouring boxes stay in line. */
function Choice({ form, name }: ControlProps) {
  const hintId = useId();
  const { hint } = FILE_FIELD_LABELS[name];
  const label = (value: string) => (getFileField(name).isTranslated ? wordText(value) : value);
  return (
    <Field {...frameOf({ form, name })}>
      <Select
        {...form.register(name)}
        options={(FIELD_VALUES[name] ?? []).map((value) => ({ value, label: label(value) }))}
        placeholder={placeholderOf(name)}
        aria-describedby={hint === undefined ? undefined : hintId}
      />
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-small text-text3">
          {chooseText(hint)}
        </p>
      )}
    </Field>
  );
}

/** Filtered by typing, with the entries used last at the top. */
function Suggestions({ form, name }: ControlProps) {
  const userId = getPersonId(useSession());
  // Read once: the list must not move while the user reads it.
  const [pinned] = useState(() => readLastUsed(userId)[name] ?? []);
  const [options] = useState(() => namesOf(FIELD_VALUES[name] ?? []));
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control: form.control, name });
  return (
    <Field {...frameOf({ form, name })}>
      <Combobox
        ref={ref}
        options={options}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        pinned={pinned}
        placeholder={placeholderOf(name)}
      />
    </Field>
  );
}

const CONTROLS: Record<FileField['control'], ComponentType<ControlProps>> = {
  choice: Choice,
  suggestions: Suggestions,
  line: Line,
  lines: Lines,
};

import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useSession } from '../../../web/session.ts';
import { t } from '../../../web/text.ts';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { BRANDS } from '../brand.list.ts';
import { ECU_MODELS, GEARS, PETROL_TYPES, READING_DEVICES, VEHICLES, YEAR_MAX, YEAR_MIN } from '../vehicle.list.ts';
import type { UploadForm } from './upload-form.tsx';
import type { UploadValues } from './upload-values.tsx';
import { readLastUsed, type RememberedField } from './upload-memory.tsx';

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: t(value) }));

/** Makers and tools are names; they are not translated. */
const namesOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value === 'Other' ? t(value) : value }));

const newestFirst = Array.from({ length: YEAR_MAX - YEAR_MIN + 1 }, (_, index) => String(YEAR_MAX - index));

const LONGEST_DESCRIPTION = 2000;

/** The vehicle a file was read from (X-VAL-16). */
export function VehicleForm({ form }: { form: UploadForm }) {
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <Choice form={form} name="vehicle" label={t('Vehicle')} options={optionsOf(VEHICLES)} required />
      <LongChoice form={form} name="brand" label={t('Brand')} values={BRANDS} required />
      <LongChoice form={form} name="model" label={t('ECU model')} values={ECU_MODELS} required />
      <Field label={t('ECU information')} required error={errorOf(form, 'ecu')}>
        <TextInput {...form.register('ecu')} maxLength={120} autoComplete="off" />
      </Field>
      <Choice form={form} name="petrol_type" label={t('Petrol type')} options={optionsOf(PETROL_TYPES)} required />
      <Choice
        form={form}
        name="generation"
        label={t('Year')}
        hint={t('Newer or older? Choose the nearest year and write the exact year in the description.')}
        options={newestFirst.map((year) => ({ value: year, label: year }))}
        required
      />
      <Choice form={form} name="gear" label={t('Gear')} options={optionsOf(GEARS)} />
      <LongChoice form={form} name="reading_device" label={t('Reading device')} values={READING_DEVICES} />
      <Field label={t('Description')} className="col-span-full" error={errorOf(form, 'description')}>
        <TextArea {...form.register('description')} rows={3} maxLength={LONGEST_DESCRIPTION} />
      </Field>
    </div>
  );
}

function errorOf({ formState: { errors } }: UploadForm, name: keyof UploadValues): string | undefined {
  return errors[name]?.message;
}

type ChoiceProps = {
  form: UploadForm;
  name: 'vehicle' | 'petrol_type' | 'generation' | 'gear';
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  required?: boolean;
};

/** The hint is below the box, so that boxes beside one another stay in one line. */
function Choice({ form, name, label, hint, options, required = false }: ChoiceProps) {
  const hintId = useId();
  return (
    <Field label={label} required={required} error={errorOf(form, name)}>
      <Select
        {...form.register(name)}
        options={options}
        placeholder={required ? t('Please choose') : t('Not given')}
        aria-describedby={hint === undefined ? undefined : hintId}
      />
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-small text-text3">
          {hint}
        </p>
      )}
    </Field>
  );
}

type LongChoiceProps = {
  form: UploadForm;
  name: RememberedField;
  label: string;
  values: readonly string[];
  required?: boolean;
};

/** Filtered by typing, with what was used last at the top. */
function LongChoice({ form, name, label, values, required = false }: LongChoiceProps) {
  const userId = useSession()?.user.id ?? 0;
  // Read once: the list must not move while it is read.
  const [pinned] = useState(() => readLastUsed(userId)[name] ?? []);
  const [options] = useState(() => namesOf(values));
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control: form.control, name });
  return (
    <Field label={label} required={required} error={errorOf(form, name)}>
      <Combobox
        ref={ref}
        options={options}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        pinned={pinned}
        placeholder={required ? t('Please choose') : t('Not given')}
      />
    </Field>
  );
}

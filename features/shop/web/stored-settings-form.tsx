import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../../web/ui/alert.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { findFieldErrors } from '../../../web/ui/form.ts';
import { Select } from '../../../web/ui/select.tsx';
import { PasswordInput } from '../../../web/ui/password-input.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { TextArea, TextInput } from '../../../web/ui/text-input.tsx';
import { type SettingName, StoredSettings } from '../stored-settings.ts';
import { SaveButton } from './shared-save.tsx';
import { submit } from './submit.ts';
import { SETTING_FIELDS } from './setting-fields.ts';
import { useTypedTexts } from './use-typed-texts.ts';
import { call } from '../../../web/client/call.ts';
import { useChange } from '../../../web/client/use-change.ts';
import * as contract from '../stored-settings.calls.ts';

interface FormProps {
  names: readonly SettingName[];
  saveText: string;
  /** What distinguishes the button from those of other such forms on the page. */
  saveLabel?: string;
}

/** Fields of what the shop decides, saved together; only what was edited is sent. */
export function StoredSettingsForm(props: FormProps) {
  const { data, isError, refetch } = useStoredSettings();
  if (data) return <Fields saved={data} {...props} />;
  return isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />;
}

type Texts = Record<SettingName, string>;

function Fields({ saved, names, saveText, saveLabel }: FormProps & { saved: StoredSettings }) {
  const set = useSetStoredSettings();
  const stored = Object.fromEntries(names.map((name) => [name, String(saved[name] ?? '')])) as Texts;
  const { texts, errors, failure, type, saving } = useTypedTexts(stored, set, { check: checkTexts });
  return (
    <form noValidate onSubmit={(event) => submit(event, saving.onSave)} className="grid gap-4">
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2">
        {names.map((name) => (
          <Setting
            key={name}
            name={name}
            value={texts[name]}
            error={errors[name]}
            onChange={(text) => type(name, text)}
          />
        ))}
      </div>
      {failure !== null && <Alert kind="danger">{failure}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <SaveButton text={saveText} label={saveLabel} {...saving} />
        <DoneNote at={doneAt(set)} />
      </div>
    </form>
  );
}

const toValues = (texts: Partial<Texts>): StoredSettings =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, valueOf(name as SettingName, text)]));

const checkTexts = (texts: Partial<Texts>) => findFieldErrors(StoredSettings, toValues(texts));

/** A number that is none becomes one that the schema refuses in words. */
function valueOf(name: SettingName, text: string): string | number | null {
  if (SETTING_FIELDS[name].kind !== 'number') return text;
  if (text.trim() === '') return null;
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

interface SettingProps {
  name: SettingName;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function Setting({ name, value, error, onChange }: SettingProps) {
  const { kind, label, hint, options } = SETTING_FIELDS[name];
  const control = { value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
  return (
    <Field label={label()} hint={hint?.()} error={error} className={kind === 'text' ? 'sm:col-span-2' : undefined}>
      {kind === 'text' && <TextArea rows={2} {...control} />}
      {kind === 'choice' && <Select {...control} options={options?.() ?? []} />}
      {kind === 'address' && <TextInput type="url" autoComplete="off" {...control} />}
      {kind === 'line' && <TextInput autoComplete="off" {...control} />}
      {kind === 'secret' && <PasswordInput autoComplete="off" {...control} />}
      {kind === 'number' && <TextInput inputMode="numeric" autoComplete="off" {...control} />}
    </Field>
  );
}

const KEY = ['shop-settings'] as const;

const useStoredSettings = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(contract.getStoredSettings, {}, { signal }), staleTime: 0 });

const useSetStoredSettings = () =>
  useChange(
    (texts: Partial<Texts>) => call(contract.setStoredSettings, toValues(texts)),
    [KEY, ['application-configuration'], ['dashboard']],
  );

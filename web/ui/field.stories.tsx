import { LONG, States } from '../../.storybook/states.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

export default { title: 'Fields/Field' };

export const Kinds = () => (
  <States minWidth={280}>
    <Field label="Username">
      <TextInput />
    </Field>
    <Field label="Username" required>
      <TextInput />
    </Field>
    <Field label="Username" hint="Others see it in tickets">
      <TextInput defaultValue="elena" />
    </Field>
    <Field label="Username" error="This name is taken" hint="Others see it in tickets" required>
      <TextInput defaultValue="elena" />
    </Field>
    <Field label="Read by screen readers only" hideLabel>
      <TextInput placeholder="Label hidden" />
    </Field>
    <Field label={LONG} hint={LONG} error={LONG} required>
      <TextInput defaultValue={LONG} />
    </Field>
  </States>
);

export const Group = () => (
  <Field label="How it was read" hint="One of them" error="Choose one" group required>
    {['OBD', 'Bench', 'Boot'].map((how) => (
      <label key={how} className="flex min-h-control items-center gap-2">
        <input type="radio" name="how" value={how} /> {how}
      </label>
    ))}
  </Field>
);

import { States, type Played } from '../../.storybook/states.tsx';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

export default { title: 'Fields/Password input' };

export const Kinds = () => (
  <States minWidth={260}>
    <Field label="Empty">
      <PasswordInput />
    </Field>
    <Field label="Typed">
      <PasswordInput defaultValue="Petrol-Teal-26" />
    </Field>
    <Field label="Invalid" error="At least 8 characters" required>
      <PasswordInput defaultValue="short" />
    </Field>
    <Field label="Disabled">
      <PasswordInput disabled defaultValue="Petrol-Teal-26" />
    </Field>
  </States>
);

export const Shown = {
  render: () => (
    <Field label="Password">
      <PasswordInput defaultValue="Petrol-Teal-26" />
    </Field>
  ),
  play: ({ canvasElement }: Played) => canvasElement.querySelector('button')?.click(),
};

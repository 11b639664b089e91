import { LONG, States, type Played } from '../../.storybook/states.tsx';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

export default { title: 'Fields/Text input' };

export const Kinds = () => (
  <States minWidth={260}>
    <Field label="Empty">
      <TextInput placeholder="Such as 06A906032HN" />
    </Field>
    <Field label="Typed">
      <TextInput defaultValue="06A906032HN" />
    </Field>
    <Field label="Long">
      <TextInput defaultValue={LONG} />
    </Field>
    <Field label="Invalid" error="Not a part number" required>
      <TextInput defaultValue="?" />
    </Field>
    <Field label="Disabled">
      <TextInput disabled defaultValue="06A906032HN" />
    </Field>
    <Field label="To be read only">
      <TextInput readOnly defaultValue="06A906032HN" />
    </Field>
    <Field label="Number">
      <TextInput type="number" defaultValue={20} />
    </Field>
    <Field label="Date">
      <TextInput type="date" defaultValue="2026-11-22" />
    </Field>
  </States>
);

export const Focused = {
  render: () => (
    <Field label="Focused">
      <TextInput defaultValue="06A906032HN" />
    </Field>
  ),
  play: ({ canvasElement }: Played) => canvasElement.querySelector('input')?.focus(),
};

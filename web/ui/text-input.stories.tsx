import { LONG, type Played, States } from '../../.storybook/states.tsx';
import { Field } from './field.tsx';
import { TextArea, TextInput } from './text-input.tsx';

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

export const TextAreas = () => (
  <States minWidth={280}>
    <Field label="Empty">
      <TextArea placeholder="What should be done?" />
    </Field>
    <Field label="Grown">
      <TextArea defaultValue={Array.from({ length: 6 }, () => LONG).join('\n')} />
    </Field>
    <Field label="Two lines">
      <TextArea rows={2} />
    </Field>
    <Field label="Invalid" error="Write something" required>
      <TextArea />
    </Field>
    <Field label="Disabled">
      <TextArea disabled defaultValue={LONG} />
    </Field>
    <Field label="To be read only">
      <TextArea readOnly defaultValue={LONG} />
    </Field>
  </States>
);

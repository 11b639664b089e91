import { LONG, States } from '../../.storybook/states.tsx';
import { Field } from './field.tsx';
import { TextArea } from './text-input.tsx';

export default { title: 'Fields/Text area' };

export const Kinds = () => (
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

import { LONG, States } from '../../.storybook/states.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

export default { title: 'Fields/Select' };

const options = [
  { value: 'diesel', label: 'Diesel' },
  { value: 'petrol', label: 'Petrol' },
  { value: 'gas', label: 'Gas', disabled: true },
  { value: 'long', label: LONG },
];

export const Kinds = () => (
  <States minWidth={260}>
    <Field label="Not chosen">
      <Select options={options} placeholder="Choose a fuel" />
    </Field>
    <Field label="Chosen">
      <Select options={options} defaultValue="petrol" />
    </Field>
    <Field label="Long">
      <Select options={options} defaultValue="long" />
    </Field>
    <Field label="Invalid" error="Choose a fuel" required>
      <Select options={options} placeholder="Choose a fuel" />
    </Field>
    <Field label="Disabled">
      <Select options={options} defaultValue="diesel" disabled />
    </Field>
    <Select aria-label="Without a field around it" options={options} />
  </States>
);

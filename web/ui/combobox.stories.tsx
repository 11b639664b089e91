import { CarFront } from 'lucide-react';
import { useState } from 'react';
import { LONG, State, States, nothing, shown, type Played } from '../../.storybook/states.tsx';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import { Field } from './field.tsx';

export default { title: 'Fields/Combobox' };

const BRANDS = ['Audi', 'BMW', 'Fiat', 'Ford', 'Opel', 'Peugeot', 'Renault', 'Seat', 'Toyota', 'Volvo'];
const options = [
  ...BRANDS.map((label) => ({ value: label, label, icon: <CarFront size={20} /> })),
  { value: 'long', label: LONG, hint: 'With a hint below it' },
];

function Choice({ value: first = '', ...rest }: Partial<ComboboxProps>) {
  const [value, setValue] = useState(first);
  return <Combobox options={options} placeholder="Choose a brand" {...rest} value={value} onChange={setValue} />;
}

export const Kinds = () => (
  <States minWidth={260}>
    <Field label="Empty">
      <Choice />
    </Field>
    <Field label="Chosen">
      <Choice value="BMW" />
    </Field>
    <Field label="Invalid" error="Choose a brand" required>
      <Choice />
    </Field>
    <Field label="Disabled">
      <Choice disabled />
    </Field>
    <Field label="Disabled with a choice">
      <Choice value="Audi" disabled />
    </Field>
    <Field label="Long">
      <Choice value="long" />
    </Field>
    <State of="without a field around it">
      <Combobox options={options} value="" onChange={nothing} label="Brand" />
    </State>
  </States>
);

function open({ canvasElement }: Played) {
  canvasElement.querySelector('input')?.click();
  return shown('[role=option]');
}

function type({ canvasElement }: Played, text: string) {
  const input = canvasElement.querySelector('input');
  if (input === null) return;
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

export const Open = {
  render: () => (
    <Field label="Brand">
      <Choice value="BMW" pinned={['Opel', 'Seat']} />
    </Field>
  ),
  play: open,
};

export const NothingFits = {
  render: () => (
    <Field label="Brand">
      <Choice />
    </Field>
  ),
  play: (story: Played) => type(story, 'xyz'),
};

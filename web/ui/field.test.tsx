import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

test('a control is connected to its label, hint and error automatically', () => {
  render(
    <Field label="E-mail" hint="We never share it." error="This is not an e-mail address" required>
      <TextInput />
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: /E-mail/ });
  expect(input).toHaveAccessibleDescription('We never share it. This is not an e-mail address');
  expect(input).toBeInvalid();
  expect(input).toHaveAttribute('aria-required', 'true');
  expect(screen.getByRole('alert')).toHaveTextContent('This is not an e-mail address');
});

test('a select is wired the same way and starts with its placeholder', () => {
  render(
    <Field label="Fuel">
      <Select placeholder="Choose a fuel" options={[{ value: 'd', label: 'Diesel' }]} />
    </Field>,
  );
  expect(screen.getByRole('combobox', { name: 'Fuel' })).toHaveDisplayValue('Choose a fuel');
});

test('several controls under one label form a named group', () => {
  render(
    <Field group label="Options" error="Choose one">
      <input type="checkbox" aria-label="EGR" />
    </Field>,
  );
  expect(screen.getByRole('group', { name: 'Options' })).toHaveAccessibleDescription('Choose one');
});

test('a password can be revealed and hidden again', async () => {
  render(
    <Field label="Password">
      <PasswordInput defaultValue="secret" />
    </Field>,
  );
  const input = screen.getByLabelText('Password');
  expect(input).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Show password', pressed: true })).toBeInTheDocument();
});

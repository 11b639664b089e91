import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';
import { readTexts } from '../testing/table-cells.ts';

const options = ['Alfa Romeo', 'Audi', 'BMW', 'Citroën', 'Mercedes', 'Skoda'].map((label) => ({
  value: label.toUpperCase(),
  label,
}));

function Form({
  onSubmit = () => {},
  start = '',
  pinned,
}: {
  onSubmit?: () => void;
  start?: string;
  pinned?: string[];
}) {
  const [value, setValue] = useState(start);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field label="Brand">
        <Combobox options={options} value={value} onChange={setValue} name="brand" pinned={pinned} />
      </Field>
      <button type="submit">Next</button>
      <output>{value}</output>
    </form>
  );
}

const box = () => screen.getByRole('combobox', { name: 'Brand' });
const shown = () => readTexts(screen.queryAllByRole('option'));
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;
const chosen = () => screen.getByText((_, element) => element?.tagName === 'OUTPUT').textContent;

test('typing filters, and Enter chooses the first match without submitting the form', async () => {
  const onSubmit = vi.fn<() => void>();
  render(<Form onSubmit={onSubmit} />);
  await userEvent.type(box(), 'm');
  expect(shown()).toEqual(['Mercedes', 'Alfa Romeo', 'BMW']);
  expect(active()).toBe('Mercedes');
  await userEvent.keyboard('{Enter}');
  expect(chosen()).toBe('MERCEDES');
  expect(box()).toHaveValue('Mercedes');
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('the arrow keys open the list, move through it and wrap around at its ends', async () => {
  render(<Form start="BMW" />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('BMW');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(active()).toBe('Skoda');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe('Alfa Romeo');
  await userEvent.keyboard('{PageDown}');
  expect(active()).toBe('Skoda');
});

test('Escape closes the list and restores the old text', async () => {
  render(<Form start="BMW" />);
  await userEvent.type(box(), 'zz');
  await userEvent.keyboard('{Escape}');
  expect(box()).toHaveValue('BMW');
  expect(shown()).toEqual([]);
});

test('Tab chooses the match for the typed text', async () => {
  render(<Form />);
  await userEvent.type(box(), 'citroe');
  await userEvent.tab();
  expect(chosen()).toBe('CITROËN');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
});

test('when nothing matches, no option is marked as active', async () => {
  render(<Form />);
  await userEvent.type(box(), 'citroe');
  expect(active()).toContain('Citroën');
  await userEvent.type(box(), 'xyz');
  expect(box()).not.toHaveAttribute('aria-activedescendant');
});

test('text that matches no option is discarded on leaving; clearing the text clears the value', async () => {
  render(<Form start="AUDI" />);
  await userEvent.clear(box());
  await userEvent.type(box(), 'tractor');
  expect(screen.getByText('No matches. Try other words.')).toBeInTheDocument();
  await userEvent.tab();
  expect(box()).toHaveValue('Audi');
  await userEvent.clear(box());
  await userEvent.tab();
  expect(chosen()).toBe('');
});

test('recently used options come first, in their own group, and only once', async () => {
  render(<Form pinned={['SKODA', 'AUDI', 'UNKNOWN']} />);
  await userEvent.click(box());
  const group = screen.getByRole('group', { name: 'Last used' });
  expect(readTexts(within(group).getAllByRole('option'))).toEqual(['Skoda', 'Audi']);
  expect(shown()).toEqual(['Skoda', 'Audi', 'Alfa Romeo', 'BMW', 'Citroën', 'Mercedes']);
});

test('a click on an option chooses it, and the box keeps the focus', async () => {
  render(<Form />);
  await userEvent.click(box());
  await userEvent.click(screen.getByRole('option', { name: 'BMW' }));
  expect(chosen()).toBe('BMW');
  expect(box()).toHaveFocus();
  expect(document.querySelector<HTMLInputElement>('input[name=brand]')?.value).toBe('BMW');
});

import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Field } from './field.tsx';
import { Modal } from './modal.tsx';
import { TextInput } from './text-input.tsx';

type Errors = { name?: string; kind?: string; root?: string };

/** Each submit fails with the next of `refusals`, finally always the last; `isLater` delays them like a reply. */
function Dialog({ refusals, isLater = false }: { refusals: readonly Errors[]; isLater?: boolean }) {
  const [count, setCount] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const errors = isBusy || count === 0 ? {} : (refusals[Math.min(count, refusals.length) - 1] ?? {});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLater) {
      setBusy(true);
      setTimeout(() => setBusy(false), 120);
    }
    setCount((was) => was + 1);
  };
  return (
    <Modal
      open
      title="New thing"
      onClose={() => undefined}
      footer={
        <Button type="submit" form="thing" busy={isBusy}>
          Save
        </Button>
      }
    >
      <form id="thing" noValidate onSubmit={submit}>
        <Field label="First">
          <TextInput />
        </Field>
        <Field label="Name" error={errors.name}>
          <TextInput />
        </Field>
        <Field group label="Kind" error={errors.kind}>
          <label>
            <input type="radio" name="kind" /> Large
          </label>
        </Field>
        {errors.root && <Alert kind="danger">{errors.root}</Alert>}
      </form>
    </Modal>
  );
}

const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }));
const field = (name: string) => screen.getByRole('textbox', { name });

test('a refused submit moves the focus to the first invalid field rather than the message', async () => {
  render(<Dialog refusals={[{ name: 'Too short.', root: 'Not saved.' }]} />);
  await save();
  await waitFor(() => expect(field('Name')).toHaveFocus());
});

test('an invalid group gets the focus on its first control', async () => {
  render(<Dialog refusals={[{ kind: 'Please choose.' }]} />);
  await save();
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Large' })).toHaveFocus());
});

test('without an invalid field the message gets the focus, even if it comes with a later reply', async () => {
  render(<Dialog refusals={[{ root: 'Not saved.' }]} isLater />);
  await save();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  expect(screen.getByRole('alert')).toHaveTextContent('Not saved.');
});

test('the same error twice moves the focus twice', async () => {
  render(<Dialog refusals={[{ name: 'Too short.' }]} />);
  await save();
  await waitFor(() => expect(field('Name')).toHaveFocus());
  await save();
  await waitFor(() => expect(field('Name')).toHaveFocus());
});

test('a user who keeps typing before the reply arrives keeps the focus', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Dialog refusals={[{ name: 'Too short.' }]} isLater />);
  await save();
  await userEvent.type(field('First'), 'x');
  expect(await screen.findByText('Too short.')).toBeVisible();
  act(() => void vi.runAllTimers());
  expect(field('First')).toHaveFocus();
});

test('the error of a refused confirmation gets the focus', async () => {
  function Deleting() {
    const [error, setError] = useState<string>();
    return (
      <ConfirmDialog
        open
        title="Delete?"
        confirmText="Delete"
        error={error}
        onCancel={() => undefined}
        onConfirm={() => setError('It is in use.')}
      />
    );
  }
  render(<Deleting />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
});

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Modal } from './modal.tsx';

function Page({ autoContinueMs, onContinue }: { autoContinueMs?: number; onContinue?: () => void }) {
  const [open, setOpen] = useState(false);
  const leave = () => {
    setOpen(false);
    onContinue?.();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title="Success!"
        description="Your file has been uploaded successfully."
        autoContinueMs={autoContinueMs}
        onContinue={leave}
      />
    </>
  );
}

// Loads the dialog's code, as after a first gesture: these tests are not about lazy loading.
beforeAll(async () => {
  await Modal.loadOnce();
});

test('a dialog has a name, a description and a close button, and returns the focus', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Success!' });
  expect(dialog).toHaveAccessibleDescription('Your file has been uploaded successfully.');
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});

test('a user who moves on before the focus returns keeps it there', async () => {
  render(
    <>
      <Page />
      <textarea aria-label="Message" />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Success!' });
  const message = screen.getByLabelText('Message');
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(dialog).not.toBeInTheDocument();
  message.focus();
  act(() => void vi.runAllTimers());
  expect(message).toHaveFocus();
});

test('a confirmation starts on Cancel, so Enter changes nothing', async () => {
  const onConfirm = vi.fn<() => void>();
  const onCancel = vi.fn<() => void>();
  render(
    <ConfirmDialog
      open
      danger
      title="Delete file?"
      confirmText="Delete file"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />,
  );
  expect(await screen.findByRole('alertdialog', { name: 'Delete file?' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});

describe('a dialog that continues by itself', { tags: ['G-45'] }, () => {
  beforeEach(() => void vi.useFakeTimers());

  function open() {
    const onContinue = vi.fn<() => void>();
    render(<Page autoContinueMs={3000} onContinue={onContinue} />);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    return onContinue;
  }
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  test('continues once after three seconds', () => {
    const onContinue = open();
    pass(2999);
    expect(onContinue).not.toHaveBeenCalled();
    pass(1);
    expect(onContinue).toHaveBeenCalledOnce();
    pass(10_000);
    expect(onContinue).toHaveBeenCalledOnce();
  });

  test('continues at once by its button or by Escape', () => {
    const onContinue = open();
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveFocus();
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onContinue).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onContinue).toHaveBeenCalledTimes(2);
  });

  test('waits while the pointer moves over it, but not if it opened under a resting one', () => {
    const onContinue = open();
    const dialog = screen.getByRole('dialog');
    fireEvent.pointerMove(dialog, { screenX: 10, screenY: 10 });
    pass(2000);
    fireEvent.pointerMove(dialog, { screenX: 14, screenY: 10 });
    pass(20_000);
    expect(onContinue).not.toHaveBeenCalled();
    fireEvent.pointerLeave(dialog);
    pass(999);
    expect(onContinue).not.toHaveBeenCalled();
    pass(1);
    expect(onContinue).toHaveBeenCalledOnce();
  });

  test('waits while the keyboard is used in it', () => {
    const onContinue = open();
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    pass(20_000);
    expect(onContinue).not.toHaveBeenCalled();
  });

  test('waits while another tab is in front', () => {
    const onContinue = open();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    pass(20_000);
    expect(onContinue).not.toHaveBeenCalled();
    hidden.mockRestore();
    fireEvent(document, new Event('visibilitychange'));
    pass(3000);
    expect(onContinue).toHaveBeenCalledOnce();
  });
});

test('the focus stays where the screen that follows a dialog has put it', async () => {
  function Journey() {
    const [isThere, setThere] = useState(false);
    if (isThere) return <input aria-label="Message" ref={(input) => input?.focus()} />;
    return <Modal open onClose={() => setThere(true)} title="Ticket is created successfully" />;
  }
  render(
    <main tabIndex={-1}>
      <Journey />
    </main>,
  );
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  // The dialog returns the focus shortly after it has closed.
  act(() => void vi.runAllTimers());
  expect(screen.getByLabelText('Message')).toHaveFocus();
});

test('when the opener can no longer have the focus, the content of the page gets it', async () => {
  function Once() {
    const [open, setOpen] = useState(false);
    const [isUsed, setUsed] = useState(false);
    return (
      <main tabIndex={-1}>
        <button type="button" disabled={isUsed} onClick={() => setOpen(true)}>
          Open
        </button>
        <Modal open={open} onClose={() => (setOpen(false), setUsed(true))} title="Success!" />
      </main>
    );
  }
  render(<Once />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

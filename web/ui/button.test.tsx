import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

test('a busy button shows that it is busy, keeps the focus and ignores clicks', async () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" busy={busy} busyText="Saving..." onClick={onClick}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  rerender(form(true));
  const button = screen.getByRole('button', { name: 'Saving...' });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('a button without visible words still has a name', () => {
  render(
    <Button iconOnly icon={<svg />}>
      Delete file
    </Button>,
  );
  expect(screen.getByRole('button', { name: 'Delete file' })).toHaveAttribute('title', 'Delete file');
});

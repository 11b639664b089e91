import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { broughtWhenOpen } from './brought-when-open.tsx';
import { recentMessages } from './recent-messages.ts';

type PartProps = { open: boolean; onClose: () => void };

const Part = ({ open }: PartProps) => open && <p>The part</p>;

/** A part whose program answers when the test says so. */
function prepare() {
  const answers: { come: () => void; fail: () => void }[] = [];
  const load = vi.fn<() => Promise<typeof Part>>(
    () =>
      new Promise<typeof Part>((resolve, reject) => {
        answers.push({ come: () => resolve(Part), fail: () => reject(new TypeError('no connection')) });
      }),
  );
  const Brought = broughtWhenOpen<PartProps>(load);
  function Page({ isOpenAtFirst = false }: { isOpenAtFirst?: boolean }) {
    const [open, setOpen] = useState(isOpenAtFirst);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <output>{open ? 'open' : 'closed'}</output>
        <Brought open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  return { load, answers, Page };
}

beforeEach(() => recentMessages.clear());

test('the program comes with the first key or press, once, and then opens at once', async () => {
  const { load, answers, Page } = prepare();
  render(<Page />);
  expect(load).not.toHaveBeenCalled();
  await userEvent.keyboard('x');
  expect(load).toHaveBeenCalledOnce();
  answers[0]?.come();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByText('The part')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

test('what opens by itself waits for the program', async () => {
  const { answers, Page } = prepare();
  render(<Page isOpenAtFirst />);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.come();
  expect(await screen.findByText('The part')).toBeVisible();
});

test('a program that does not come is told, and asked for again by the next press', async () => {
  const { answers, Page } = prepare();
  render(<Page isOpenAtFirst />);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.fail();
  expect(await screen.findByText('closed')).toBeVisible();
  expect(recentMessages.list().map(({ text }) => text)).toEqual([
    'This part of the page could not be loaded. Reload the page to try again.',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  answers.slice(1).forEach(({ come }) => come());
  expect(await screen.findByText('The part')).toBeVisible();
});

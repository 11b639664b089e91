import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyDialog } from './lazy-dialog.tsx';
import { recentMessages } from './recent-messages.ts';

type PartProps = { open: boolean; onClose: () => void };

const Part = ({ open }: PartProps) => open && <p>The part</p>;

/** A lazy dialog whose code loads when the test releases it. */
function prepare() {
  const loads: { come: () => void; fail: () => void }[] = [];
  const load = vi.fn<() => Promise<typeof Part>>(
    () =>
      new Promise<typeof Part>((resolve, reject) => {
        loads.push({ come: () => resolve(Part), fail: () => reject(new TypeError('no connection')) });
      }),
  );
  const LazyPart = lazyDialog<PartProps>(load);
  function Page({ isOpenAtFirst = false }: { isOpenAtFirst?: boolean }) {
    const [open, setOpen] = useState(isOpenAtFirst);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <output>{open ? 'open' : 'closed'}</output>
        <LazyPart open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  return { load, loads, Page };
}

test('the code loads once, with the first key or click, and the dialog then opens at once', async () => {
  const { load, loads, Page } = prepare();
  render(<Page />);
  expect(load).not.toHaveBeenCalled();
  await userEvent.keyboard('x');
  expect(load).toHaveBeenCalledOnce();
  loads[0]?.come();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByText('The part')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

test('a dialog that opens by itself waits for its code', async () => {
  const { loads, Page } = prepare();
  render(<Page isOpenAtFirst />);
  await expect.poll(() => loads).toHaveLength(1);
  loads[0]?.come();
  expect(await screen.findByText('The part')).toBeVisible();
});

test('code that fails to load is reported, and requested again by the next click', async () => {
  const { loads, Page } = prepare();
  render(<Page isOpenAtFirst />);
  await expect.poll(() => loads).toHaveLength(1);
  loads[0]?.fail();
  expect(await screen.findByText('closed')).toBeVisible();
  expect(recentMessages.list().map(({ text }) => text)).toEqual([
    'This part of the page could not be loaded. Reload the page to try again.',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  loads.slice(1).forEach(({ come }) => come());
  expect(await screen.findByText('The part')).toBeVisible();
});

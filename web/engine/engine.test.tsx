import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';

/** Where Preact by itself is not what React's users expect, and what `react/react.js` therefore makes of it. */

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('what stands beside a part that is drawn in two ways stays what it was', async () => {
  function Page({ isWide }: { isWide: boolean }) {
    return (
      <section>
        {isWide ? <div>Menu</div> : <Counter name="Drawer" />}
        <div>
          <Counter name="Screen" />
          <input aria-label="Typed" />
        </div>
      </section>
    );
  }
  const { rerender } = render(<Page isWide />);
  await press('Screen 0');
  const field = screen.getByLabelText('Typed');
  fireEvent.input(field, { target: { value: 'a long text' } });
  for (const isWide of [false, true, false]) {
    rerender(<Page isWide={isWide} />);
    expect(screen.getByLabelText('Typed')).toBe(field);
    expect(field).toHaveValue('a long text');
    expect(screen.getByRole('button', { name: 'Screen 1' })).toBeVisible();
  }
});

test('a part that comes does not take over what its neighbour knows', async () => {
  function Page({ isFirstThere }: { isFirstThere: boolean }) {
    return (
      <section>
        {isFirstThere ? <Counter name="First" /> : <p>Nothing yet</p>}
        <Counter name="Second" />
      </section>
    );
  }
  const { rerender } = render(<Page isFirstThere={false} />);
  await press('Second 0');
  rerender(<Page isFirstThere />);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['First 0', 'Second 1']);
});

test('rows with keys keep what they know wherever they go, also beside others without', async () => {
  function Page({ names, note }: { names: readonly string[]; note: ReactNode }) {
    return (
      <section>
        {note}
        {names.map((name) => (
          <Counter key={name} name={name} />
        ))}
        <Counter name="Last" />
      </section>
    );
  }
  const { rerender } = render(<Page names={['A', 'B']} note={null} />);
  await press('B 0');
  await press('Last 0');
  rerender(<Page names={['B', 'C', 'A']} note={<Counter name="Note" />} />);
  const shown = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(shown).toEqual(['Note 0', 'B 1', 'C 0', 'A 0', 'Last 1']);
});

test('effects have run before anybody can press the next key', async () => {
  const seen: string[] = [];
  function Part() {
    useEffect(() => void seen.push('effect'), []);
    return null;
  }
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Open {isOpen && <Part />}
      </button>
    );
  }
  render(<Page />);
  screen.getByRole('button').click();
  await Promise.resolve().then(() => Promise.resolve());
  const wait = Promise.withResolvers<void>();
  setTimeout(() => {
    seen.push('next task');
    wait.resolve();
  });
  await wait.promise;
  expect(seen).toEqual(['effect', 'next task']);
});

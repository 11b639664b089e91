import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { MainArea } from './main-area.tsx';

function Screen() {
  const [title, setTitle] = useState('My Files');
  return (
    <MainArea>
      <h1>{title}</h1>
      <button type="button" onClick={() => setTitle('File 100001')}>
        load
      </button>
    </MainArea>
  );
}

test('the tab has the title of the screen, even if its headline appears late', async () => {
  renderScreen(<Screen />);
  expect(document.title).toBe('My Files · Tunedesk');
  act(() => screen.getByRole('button').click());
  await waitFor(() => expect(document.title).toBe('File 100001 · Tunedesk'));
});

test('after navigating to another screen the focus is in it, not at the top of the page', async () => {
  const { visitor } = renderScreen(
    <>
      <Link to="/price-list">Price List</Link>
      <MainArea>
        <h1>Any</h1>
      </MainArea>
    </>,
    { at: '/dashboard' },
  );
  await visitor.click(screen.getByRole('link', { name: 'Price List' }));
  expect(screen.getByRole('heading', { name: 'Any' })).toHaveFocus();
});

test('a headline that appears late gets the focus when it does', async () => {
  function LateHeadline() {
    const [isThere, setThere] = useState(false);
    return (
      <>
        <Link to="/upload">Upload File</Link>
        <MainArea>{isThere && <h1>Upload File</h1>}</MainArea>
        <button type="button" onFocus={() => setThere(true)}>
          load
        </button>
      </>
    );
  }
  const { visitor } = renderScreen(<LateHeadline />, { at: '/dashboard' });
  await visitor.click(screen.getByRole('link', { name: 'Upload File' }));
  expect(screen.getByRole('main')).toHaveFocus();
  void act(() =>
    screen.getByRole('button', { name: 'load' }).dispatchEvent(new FocusEvent('focusin', { bubbles: true })),
  );
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Upload File' })).toHaveFocus());
});

test('a headline that replaces another while the screen loads gets the focus, and so it does from a closing menu', async () => {
  function LoadingScreen() {
    const [isLoaded, setLoaded] = useState(false);
    return (
      <>
        <Link to="/view-file/5">File</Link>
        <button type="button">Bell</button>
        <MainArea>
          {isLoaded ? <h1 key="late">Audi S3</h1> : <h1 key="early">File</h1>}
          <input aria-label="Message" onInvalid={() => setLoaded(true)} />
        </MainArea>
      </>
    );
  }
  const { visitor } = renderScreen(<LoadingScreen />, { at: '/dashboard' });
  await visitor.click(screen.getByRole('link', { name: 'File' }));
  expect(screen.getByRole('heading', { name: 'File' })).toHaveFocus();
  act(() => screen.getByRole('button', { name: 'Bell' }).focus());
  expect(screen.getByRole('heading', { name: 'File' })).toHaveFocus();
  void act(() => screen.getByRole('textbox').dispatchEvent(new Event('invalid')));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Audi S3' })).toHaveFocus());
  await visitor.click(screen.getByRole('button', { name: 'Bell' }));
  expect(screen.getByRole('button', { name: 'Bell' })).toHaveFocus();
});

test('the focus moves to the headline when the button that had it goes away, unless the screen places it', async () => {
  function Rows() {
    const [rows, setRows] = useState(['Golf', 'Polo']);
    return (
      <MainArea>
        <h1>Bin</h1>
        {rows.map((row) => (
          <button key={row} type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
            {row}
          </button>
        ))}
        {rows.length === 0 && <input aria-label="Search" ref={(input) => input?.focus()} />}
      </MainArea>
    );
  }
  const { visitor } = renderScreen(<Rows />);
  await visitor.click(screen.getByRole('button', { name: 'Golf' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Bin' })).toHaveFocus());
  await visitor.click(screen.getByRole('button', { name: 'Polo' }));
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SearchInput } from './search-input.tsx';
import { chooseSingleKeys } from './single-keys.ts';

function Page() {
  const [text, setText] = useState('');
  return (
    <>
      <SearchInput value={text} onChange={setText} placeholder="Search files" />
      <textarea aria-label="Message" />
    </>
  );
}

const search = () => screen.getByRole('searchbox', { name: 'Search files' });

test('a slash jumps to the search, but not while the user is typing', async () => {
  render(<Page />);
  await userEvent.keyboard('/');
  expect(search()).toHaveFocus();
  expect(search()).toHaveValue('');
  await userEvent.type(screen.getByLabelText('Message'), 'and/or');
  expect(screen.getByLabelText('Message')).toHaveValue('and/or');
});

test('single-key shortcuts can be switched off', async () => {
  chooseSingleKeys(false);
  render(<Page />);
  await userEvent.keyboard('/');
  expect(search()).not.toHaveFocus();
});

test('the search is cleared by its button and by Escape', async () => {
  render(<Page />);
  await userEvent.type(search(), 'golf');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(search()).toHaveValue('');
  expect(search()).toHaveFocus();
  await userEvent.type(search(), 'golf{Escape}');
  expect(search()).toHaveValue('');
});

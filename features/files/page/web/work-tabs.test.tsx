import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { Link, MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Shortcuts } from '../../../../app/web/shell/shortcuts.tsx';
import WorkTabs from './work-tabs.tsx';

const NO_ENTRIES: ComponentProps<typeof Shortcuts>['entries'] = [];

// As in a browser; jsdom lets what is hidden take the focus.
const refuseFocus = ({ target }: Event) => {
  if (target instanceof HTMLElement && target.closest('[hidden]') !== null) target.blur();
};
beforeEach(() => document.addEventListener('focusin', refuseFocus));
afterEach(() => document.removeEventListener('focusin', refuseFocus));

function open() {
  render(
    <MemoryRouter initialEntries={['/admin/view-file/5']}>
      <Shortcuts entries={NO_ENTRIES} />
      <Link to="#ticket">New message</Link>
      <WorkTabs work={<p>The order</p>} talk={<textarea data-shortcut="c" aria-label="Message" />} />
    </MemoryRouter>,
  );
  expect(screen.getByText('The order')).toBeVisible();
  return userEvent.setup();
}

test('the key of the chat opens it, and its box has the focus', async () => {
  const visitor = open();
  await visitor.keyboard('c');
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  expect(screen.getByText('The order')).not.toBeVisible();
});

test('a link to the ticket opens the chat on the same page, each time it is followed', async () => {
  const visitor = open();
  for (const _ of ['once', 'again']) {
    await visitor.click(screen.getByRole('link', { name: 'New message' }));
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await visitor.click(screen.getByRole('radio', { name: 'Work' }));
    expect(screen.getByText('The order')).toBeVisible();
  }
});

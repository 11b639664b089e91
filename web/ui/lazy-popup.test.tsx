import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { lazyPopup, type LazyPopupProps } from './lazy-dialog.tsx';
import { Button } from './button.tsx';
import { type MenuProps, OpenedMenu } from './opened-menu.tsx';

function Part({ trigger, defaultOpen }: LazyPopupProps) {
  return (
    <>
      {trigger}
      {defaultOpen === true && <p>open</p>}
    </>
  );
}

const trigger = <Button>Account menu</Button>;
const button = () => screen.getByRole('button', { name: 'Account menu' });

test('the popup is not loaded before the pointer reaches the button, and opens with the same click', async () => {
  let asked = 0;
  const Behind = lazyPopup<LazyPopupProps>(async () => ((asked += 1), Part), 'menu');
  render(<Behind trigger={trigger} />);
  expect(button()).toHaveAttribute('aria-haspopup', 'menu');
  expect(asked).toBe(0);
  await userEvent.setup().click(button());
  expect(await screen.findByText('open')).toBeVisible();
  expect(asked).toBe(1);
});

test('by keyboard a menu opens with the focus in it, and Escape returns the focus to the button', async () => {
  const visitor = userEvent.setup();
  const Behind = lazyPopup<MenuProps>(async () => OpenedMenu, 'menu');
  render(<Behind trigger={trigger} items={[{ text: 'Logout' }]} />);
  await visitor.tab();
  await visitor.keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await visitor.keyboard('{Escape}');
  await waitFor(() => expect(button()).toHaveFocus());
});

test('without a connection the button stays, and the next click tries again', async () => {
  let isConnected = false;
  const load = () => (isConnected ? Promise.resolve(Part) : Promise.reject(new TypeError('Failed to fetch')));
  const Behind = lazyPopup<LazyPopupProps>(load, 'menu');
  render(<Behind trigger={trigger} />);
  const visitor = userEvent.setup();
  await visitor.click(button());
  expect(screen.queryByText('open')).not.toBeInTheDocument();
  isConnected = true;
  await visitor.click(button());
  expect(await screen.findByText('open')).toBeVisible();
});

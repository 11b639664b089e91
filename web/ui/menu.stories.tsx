import { Copy, Pencil, Trash2 } from 'lucide-react';
import { LONG, nothing, shown, type Played } from '../../.storybook/states.tsx';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';
import type { MenuItem } from './opened-menu.tsx';

export default { title: 'Actions/Menu' };

const items: readonly MenuItem[] = [
  { text: 'Edit', icon: <Pencil />, onSelect: nothing },
  { text: 'Open the file', icon: <Copy />, to: '/file/1' },
  { text: 'Not possible now', icon: <Copy />, onSelect: nothing, disabled: true },
  'separator',
  { text: 'Delete', icon: <Trash2 />, onSelect: nothing, danger: true },
];

function press({ canvasElement }: Played) {
  const button = canvasElement.querySelector('button');
  // The click opens a menu whose code loads with the first press; once loaded, `pointerdown` does.
  button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  if (button?.ariaExpanded !== 'true') button?.click();
  return shown('[role=menu]');
}

export const Closed = () => <Menu trigger={<Button>Actions</Button>} items={items} />;

export const Open = {
  render: () => <Menu trigger={<Button>Actions</Button>} items={items} align="start" />,
  play: press,
};

export const OpenWithHeader = {
  render: () => (
    <Menu
      trigger={<Button>Account</Button>}
      header="Logged in as elena@example.com"
      items={[...items, { text: LONG, onSelect: nothing }]}
      align="start"
      isShort
    />
  ),
  play: press,
};

import { clsx } from 'clsx';
import { DropdownMenu } from 'radix-ui';
import { Link } from 'react-router';
import { type ReactNode, useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import type { LazyPopupProps } from './lazy-dialog.tsx';

export function OpenedMenu({ trigger, items, header, align = 'end', isShort = false, defaultOpen }: MenuProps) {
  const [isOpen, setOpen] = useState(defaultOpen);
  useCloseOnBack(() => setOpen(false));
  return (
    // Not modal, because a modal menu hides the page from screen readers although it can still be focused.
    <DropdownMenu.Root modal={false} open={isOpen ?? false} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={clsx(
            isShort ? 'max-h-56' : 'max-h-(--radix-dropdown-menu-content-available-height)',
            'z-50 max-w-[calc(100vw-1rem)] min-w-52 animate-rise overflow-y-auto',
            'rounded-card border bg-surface p-1 text-body text-text shadow-overlay',
          )}
        >
          {header && <div className="border-b px-3 pt-2 pb-3 text-small text-text2">{header}</div>}
          {items.map((item, position) =>
            item === 'separator' ? (
              <DropdownMenu.Separator key={position} className="my-1 border-t" />
            ) : (
              <Item key={item.text} item={item} />
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ item }: { item: Exclude<MenuItem, 'separator'> }) {
  const inside = (
    <>
      <span className="grid size-5 shrink-0 place-items-center [&>svg]:size-4.5">{item.icon}</span>
      {item.text}
    </>
  );
  return (
    <DropdownMenu.Item
      asChild={item.to !== undefined}
      disabled={item.disabled}
      onSelect={item.onSelect}
      className={clsx(
        'flex min-h-control cursor-pointer items-center gap-2 rounded-control px-3 -outline-offset-2',
        'data-disabled:cursor-not-allowed data-disabled:text-text3 data-highlighted:bg-surface2',
        item.danger && 'text-red-fg',
      )}
    >
      {item.to === undefined ? inside : <Link to={item.to}>{inside}</Link>}
    </DropdownMenu.Item>
  );
}

export type MenuItem =
  | 'separator'
  | {
      text: string;
      icon?: ReactNode;
      /** Path to open; without it, `onSelect` is called. */
      to?: string;
      onSelect?: () => void;
      danger?: boolean;
      disabled?: boolean;
    };

/** The trigger is a Button, which gets the menu's ARIA attributes. */
export type MenuProps = LazyPopupProps & {
  items: readonly MenuItem[];
  /** Content above the items, such as the signed-in user. */
  header?: ReactNode;
  align?: 'start' | 'end';
  /** Limits the menu's height to 14rem, with scrolling. */
  isShort?: boolean;
};

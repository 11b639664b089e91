import { lazyPopup } from './lazy-popup.tsx';
import type { MenuProps } from './menu-props.ts';

export const Menu = lazyPopup<MenuProps>(async () => (await import('./opened-menu.tsx')).OpenedMenu, 'menu');

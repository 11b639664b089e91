import { lazyPopup } from './lazy-dialog.tsx';
import type { MenuProps } from './opened-menu.tsx';

export const Menu = lazyPopup<MenuProps>(async () => (await import('./opened-menu.tsx')).OpenedMenu, 'menu');

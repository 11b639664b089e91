import { beforeAll } from 'vitest';
import { DEMO_CUSTOMERS } from './portal.ts';
import { kindsOf, listScreens, type Login, type Screen } from './screens.ts';
import { openStage, portal } from './stage.ts';

/** Screens of the current journey's portal. */
export let screens: Screen[];

/** Opens the demo world and lists all its screens. */
export function openAllScreens(): void {
  openStage({ DEMO: '1' });
  beforeAll(async () => {
    screens = await listScreens(portal, DEMO_CUSTOMERS);
  });
}

/** Every kind of screen that a user sees, or a visitor (null). */
export const listOwnScreens = (user: Login | null): Screen[] =>
  kindsOf(screens.filter((screen) => screen.user?.email === user?.email));

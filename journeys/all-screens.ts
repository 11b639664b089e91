import { beforeAll } from 'vitest';
import { DEMO_CUSTOMERS } from './portal.ts';
import { listScreens, type Screen } from './screens.ts';
import { openStage, portal } from './stage.ts';

/** Of the portal of the journey that runs. */
export let screens: Screen[];

/** The demo world with the list of all its screens. */
export function openAllScreens(): void {
  openStage({ DEMO: '1' });
  beforeAll(async () => {
    screens = await listScreens(portal, DEMO_CUSTOMERS);
  });
}

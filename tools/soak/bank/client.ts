import type { SoakPortal } from '../soak-portal.ts';
import type { Records } from './records.ts';
import type { World } from './world.ts';

export interface Client {
  portal: SoakPortal;
  world: World;
  records: Records;
  random: () => number;
}

export const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

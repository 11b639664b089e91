import { setTimeout } from 'node:timers/promises';

/** Work of a stand-in that lasts as long, or the pause of a slow sender. Nothing is taken for done because it is over. */
export const takes = (ms: number): Promise<void> => setTimeout(ms);

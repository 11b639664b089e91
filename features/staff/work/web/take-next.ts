import { createStoredFlag } from '../../../../web/ui/stored-flag.ts';

/** Whether the file that "Next in queue" opens is also assigned to whoever opens it; a choice of this device. */
export const takesNext = createStoredFlag('takesNext', false);

export const chooseTakeNext = takesNext.set;

/** Navigation state that takes the file of the page; none unless that is chosen. */
export const getTakeState = () => (takesNext.isOn() ? { take: true } : null);

export const isTakeState = (state: unknown): boolean => (state as { take?: boolean } | null)?.take === true;

import { OUTSIDE_SERVICES } from '../outside-services.list.ts';

/** The steps, in the order in which they are done. */
export const FIRST_START_STEPS = [
  'shop',
  'catalogue',
  'hours',
  'mail',
  'payment',
  'backup',
  ...OUTSIDE_SERVICES,
  'trial',
] as const;
export type FirstStartStep = (typeof FIRST_START_STEPS)[number];

/** The steps of a trial order, in their order. */
export const TRIAL_STEPS = ['customer', 'upload', 'price', 'pay', 'download'] as const;
export type TrialStep = (typeof TRIAL_STEPS)[number];

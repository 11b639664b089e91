/** In the order in which they are done. */
export const FIRST_START_STEPS = ['shop', 'catalogue', 'hours', 'mail', 'payment', 'backup', 'trial'] as const;
export type FirstStartStep = (typeof FIRST_START_STEPS)[number];

/** Of a trial order, each with the side that does it. */
export const TRIAL_STEPS = ['customer', 'upload', 'price', 'pay', 'download'] as const;
export type TrialStep = (typeof TRIAL_STEPS)[number];

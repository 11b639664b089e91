import {
  FIRST_START_STEPS,
  type FirstStart,
  type FirstStartFacts,
  type FirstStartStep,
  TRIAL_STEPS,
} from './first-start.calls.ts';
import { refusal } from '../../../contract/refusal.ts';

const RULES: Record<FirstStartStep, (facts: FirstStartFacts) => boolean> = {
  shop: ({ shop }) => shop.name !== null && shop.logo_url !== null,
  catalogue: ({ catalogue }) => catalogue.offered > 0,
  hours: ({ hours }) => hours.is_set,
  // A mail written to a folder has reached no mailbox.
  mail: ({ mail }) => mail.has_server && mail.test !== null && mail.test.sent_at !== null && mail.test.reply !== null,
  payment: ({ payment }) => payment.credited_at !== null,
  backup: ({ backup }) => backup.made_at !== null,
  google: ({ services }) => services.google !== 'UNDECIDED',
  gain: ({ services }) => services.gain !== 'UNDECIDED',
  social: ({ services }) => services.social !== 'UNDECIDED',
  chat: ({ services }) => services.chat !== 'UNDECIDED',
  trial: ({ trial }) => TRIAL_STEPS.every((step) => trial[step]),
};

/** Returns for each step whether it is done, judged by the facts alone. */
export const findDoneSteps = (facts: FirstStartFacts): FirstStart['done'] =>
  Object.fromEntries(FIRST_START_STEPS.map((step) => [step, RULES[step](facts)])) as FirstStart['done'];

export const countDone = (done: FirstStart['done']): number => Object.values(done).filter(Boolean).length;

export const noBackupTarget = refusal('errors.first-start.no_backup_target');

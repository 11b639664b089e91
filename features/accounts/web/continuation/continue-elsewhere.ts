import { reportMissingPart } from '../../../../web/ui/missing-part.ts';

/** Offers to go on with the open page on another device, in a dialog that is loaded for it. */
export const continueElsewhere = (): void =>
  void import('./continue-dialog.tsx').then(({ openContinueDialog }) => openContinueDialog(), reportMissingPart);

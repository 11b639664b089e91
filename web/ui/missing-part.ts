import { t } from '../text.ts';
import { toast } from './toast.tsx';

/** Some browsers never ask for it again on the same page. */
export const missingPartText = () => t('ui.partNotLoaded');

/** A part of the program that was to come with a press did not. */
export const reportMissingPart = () => toast.show(missingPartText(), 'error');

/**
 * The texts of Chromium, Firefox and Safari, and the builder's helper about a part's styles; there is no code for it.
 */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isMissingPart = (reason: unknown): boolean => reason instanceof Error && MISSING.test(reason.message);

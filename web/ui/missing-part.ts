import { t } from '../languages/text.ts';
import { toast } from './toast.tsx';

/** Advises a reload, because some browsers never retry a failed import on the same page. */
export const missingPartText = () => t('common.partLoadFailed');

/** Reports that code needed after a press could not be loaded. */
export const reportMissingPart = () => toast.show(missingPartText(), 'error');

/**
 * Error messages of Chromium, Firefox, Safari, and of the bundler's helper for a chunk's CSS; there is no error code.
 */
const MISSING = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const isMissingPart = (reason: unknown): boolean => reason instanceof Error && MISSING.test(reason.message);

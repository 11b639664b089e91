import { t } from '../text.ts';
import { toast } from './toast.tsx';

/** A part of the program that was to come with a press did not. Some browsers never ask for it again on the same page. */
export const tellMissingPart = () =>
  toast.show(t('This part of the page could not be loaded. Reload the page to try again.'), 'error');

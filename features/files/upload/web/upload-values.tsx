import type { UseFormReturn } from 'react-hook-form';
import { mapFileFields } from '../../file-fields.ts';

/** Values of the form before anything is entered. */
export const NOTHING = {
  ...mapFileFields(() => ''),
  solution_ids: [] as number[],
  dtc_text: '',
  /** Codes chosen from the file's list. */
  ordered_dtcs: [] as string[],
};

export type UploadValues = typeof NOTHING;

export type UploadForm = UseFormReturn<UploadValues>;

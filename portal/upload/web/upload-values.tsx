import type { UseFormReturn } from 'react-hook-form';
import { eachFileField } from '../../files/file-fields.list.ts';

/** What the form holds before anything is entered. */
export const NOTHING = {
  ...eachFileField(() => ''),
  solution_ids: [] as number[],
  dtc_text: '',
  /** Chosen from the list of the file. */
  ordered_dtcs: [] as string[],
};

export type UploadValues = typeof NOTHING;

export type UploadForm = UseFormReturn<UploadValues>;

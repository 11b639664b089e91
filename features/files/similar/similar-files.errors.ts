import { refusal } from '../../../contract/refusal.ts';

export const notIdentical = refusal('errors.similar-files.not_identical');
export const noModified = refusal('errors.similar-files.no_modified');
export const madeByDtcOff = refusal('errors.similar-files.made_by_dtc_off');

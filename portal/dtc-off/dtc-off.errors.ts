import { refusal, refusalWith } from '../refusal.ts';

export const notEnoughCredits = refusal('dtc-off.not_enough', 'Not enough credits. 10 CRS are needed.');
/** The file's own reason, as the analysis reports it. */
export const cannotGenerate = refusalWith<{ because: string }>('dtc-off.cannot_generate', ({ because }) => because);
export const nothingChosen = refusal('dtc-off.nothing_chosen', 'Please select at least one DTC.', 'dtcs');
/** What is no code may be of any length, and a sentence may not. */
const short = (word: string): string => (word.length > 20 ? `${word.slice(0, 20).toWellFormed()}…` : word);

export const notInFile = refusalWith<{ codes: readonly string[] }>(
  'dtc-off.not_in_file',
  ({ codes }) => `Not in this file: ${codes.map(short).join(', ')}.`,
  'dtcs',
);
export const alreadyOff = refusalWith<{ codes: readonly string[] }>(
  'dtc-off.already_off',
  ({ codes }) => `Already OFF in this file: ${codes.join(', ')}.`,
  'dtcs',
);
export const blockedByOperator = refusalWith<{ codes: readonly string[] }>(
  'dtc-off.blocked',
  ({ codes }) => `This portal does not switch off ${codes.join(', ')}.`,
  'dtcs',
);
export const declarationMissing = refusal(
  'dtc-off.declaration_missing',
  'Codes that concern emissions were chosen. Please declare what the file is for.',
  'declared_use',
);
export const otherModel = refusal(
  'dtc-off.other_model',
  'This file is of another control unit than the chosen model.',
  'ecu_id',
);
export const unknownModel = refusal(
  'dtc-off.unknown_model',
  'This model is not in the list. Please choose another one.',
  'ecu_id',
);
export const tooBusy = refusal('dtc-off.too_busy', 'Many files are being analysed. Please try again in a moment.');
export const tooMuch = refusal(
  'dtc-off.too_much',
  'This file could not be analysed: it takes more time or memory than a file may.',
);
export const notGenerated = refusalWith<{ because: string }>(
  'dtc-off.not_generated',
  ({ because }) => `No file was made, and nothing was charged. ${because}`,
);
export const expired = refusal('dtc-off.expired', 'This session is over. Please upload the file again.');

import { refusal, refusalWith } from '../../contract/refusal.ts';
import type { Sentence } from '../../contract/texts.ts';

export const notEnoughCredits = refusal('errors.dtc-off.not_enough');
/** `reason`: why this file is refused, as the analysis reports it. */
export const cannotGenerate = refusalWith<{ reason: Sentence | null }>('errors.dtc-off.cannot_generate');
export const nothingChosen = refusal('errors.dtc-off.nothing_chosen', 'dtcs');
export const nothingToSwitch = refusal('errors.dtc-off.nothing_to_switch');
export const notInFile = refusalWith<{ codes: readonly string[] }>('errors.dtc-off.not_in_file', 'dtcs');
export const alreadyOff = refusalWith<{ codes: readonly string[] }>('errors.dtc-off.already_off', 'dtcs');
export const blockedByOperator = refusalWith<{ codes: readonly string[] }>('errors.dtc-off.blocked', 'dtcs');
export const declarationMissing = refusal('errors.dtc-off.declaration_missing', 'declared_use');
export const otherModel = refusal('errors.dtc-off.other_model', 'ecu_id');
export const unknownModel = refusal('errors.dtc-off.unknown_model', 'ecu_id');
export const tooBusy = refusal('errors.dtc-off.too_busy');
export const tooMuch = refusal('errors.dtc-off.too_much');
export const notGenerated = refusalWith<{ reason: Sentence }>('errors.dtc-off.not_generated');
export const expired = refusal('errors.dtc-off.expired');

import { refusal } from '../../../contract/refusal.ts';

export const addressTaken = refusal('errors.bin.address_taken');

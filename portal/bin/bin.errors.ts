import { refusal } from '../refusal.ts';

export const addressTaken = refusal('errors.bin.address_taken');

import { refusal } from '../../contract/refusal.ts';

export const mostColleagues = refusal('errors.colleagues.most');
export const colleagueStaysCustomer = refusal('errors.colleagues.role', 'role');

import { refusal } from '../../contract/refusal.ts';

export const hoursFormat = refusal('errors.settings.hours_format', 'hours');
export const holidaysFormat = refusal('errors.settings.holidays_format', 'holidays');
export const unknownTimeZone = refusal('errors.settings.unknown_time_zone', 'time_zone');

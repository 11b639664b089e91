import type { Refusal } from '../portal/refusal.ts';
import { t } from './text.ts';

/** A refusal of a rule that the browser checks itself. */
export const refusalText = ({ key, values }: Refusal): string => t(key, values);

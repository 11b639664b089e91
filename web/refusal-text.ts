import type { Refusal } from '../portal/refusal.ts';
import { t } from './text.ts';

/** Text of a refusal by a rule that the browser checks itself. */
export const refusalText = ({ key, values }: Refusal): string => t(key, values);

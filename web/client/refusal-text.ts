import type { Refusal } from '../../contract/refusal.ts';
import { t } from '../languages/text.ts';

/** Text of a refusal by a rule that the browser checks itself. */
export const refusalText = ({ key, values }: Refusal): string => t(key, values);

import { t } from '../../../web/languages/text.ts';
import { REASON_TEXTS } from '../payment-words.rules.ts';

/** Why a payment was not simply credited. */
export function reasonText(reason: string): string {
  const text = REASON_TEXTS[reason];
  return text === undefined ? reason : t(text);
}

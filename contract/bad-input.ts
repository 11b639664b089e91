import { codeOf, Refusal, type RefusalValues } from './refusal.ts';
import type { ErrorKey } from './texts.ts';

/** An input that a contract refuses: one code for programs, with the reason among its values. */
export class BadInput extends Refusal {
  override readonly code: string;

  constructor(key: ErrorKey, reason: ErrorKey, field?: string, values?: RefusalValues) {
    super(reason, field, { reason: codeOf(reason), ...values });
    this.code = codeOf(key);
  }
}

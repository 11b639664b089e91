import * as z from 'zod/mini';
import { requiredText } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';

export const MAX_VIEW_REASON = 200;

/** Why staff look at the portal as a customer; the customer reads it. */
export const ViewReason = z.object({
  reason: requiredText(invalid('errors.accounts.view_reason_missing'), MAX_VIEW_REASON),
});

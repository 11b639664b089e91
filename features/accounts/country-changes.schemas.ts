import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId } from '../../contract/fields.schemas.ts';
import { invalid } from '../../contract/texts.ts';

/** A customer's change of country that awaits an administrator's approval. */
export const WaitingCountryChange = z.object({
  id: RecordId,
  username: z.string(),
  email: z.string(),
  /** The profile's current value. */
  country: z.string(),
  previous_country: z.string(),
  /** ISO 8601: when it was changed, and when it takes effect without approval. */
  changed_at: z.string(),
  until: z.string(),
});
export type WaitingCountryChange = z.output<typeof WaitingCountryChange>;

export const listCountryChanges = {
  input: Nothing,
  reply: z.object({ changes: z.array(WaitingCountryChange), total: z.int() }),
};

export const approveCountryChange = {
  input: z.object({ id: Id, country: z.string(invalid('errors.accounts.choose_country')) }),
  reply: Done,
};

import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, endpoint } from '../endpoint.ts';

/** A customer's change of country that waits for an administrator. */
export const WaitingCountryChange = z.object({
  id: RecordId,
  username: z.string(),
  email: z.string(),
  /** What the profile says now. */
  country: z.string(),
  previous_country: z.string(),
  /** ISO 8601: when it was changed, and when it takes effect by itself. */
  changed_at: z.string(),
  until: z.string(),
});
export type WaitingCountryChange = z.output<typeof WaitingCountryChange>;

/** The ones that wait longest first, a hundred at most; `total` counts all. */
export const listCountryChanges = endpoint({
  method: 'GET',
  path: '/users/country-changes',
  who: 'admin',
  input: Nothing,
  reply: z.object({ changes: z.array(WaitingCountryChange), total: z.int() }),
});

/** Approves what the administrator has seen: a country that was changed again meanwhile is refused. */
export const approveCountryChange = endpoint({
  method: 'PUT',
  path: '/users/:id/approve-country',
  who: 'admin',
  input: z.object({ id: Id, country: z.string('Please choose a country.') }),
  reply: Done,
});

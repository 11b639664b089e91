import { endpoint } from '../endpoint.ts';
import type * as schemas from './country-changes.schemas.ts';

export type * from './country-changes.schemas.ts';

/** The ones that wait longest first, a hundred at most; `total` counts all. */
export const listCountryChanges = endpoint<typeof schemas.listCountryChanges>()({
  method: 'GET',
  path: '/users/country-changes',
  who: 'admin',
});

/** Approves what the administrator has seen: a country that was changed again meanwhile is refused. */
export const approveCountryChange = endpoint<typeof schemas.approveCountryChange>()({
  method: 'PUT',
  path: '/users/:id/approve-country',
  who: 'admin',
});

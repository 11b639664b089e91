import { endpoint } from '../endpoint.ts';
import type * as schemas from './country-changes.schemas.ts';

export type * from './country-changes.schemas.ts';

export const listCountryChanges = endpoint<typeof schemas.listCountryChanges>()({
  method: 'GET',
  path: '/users/country-changes',
  summary: 'List changes of country',
  description:
    'Those that wait for an administrator, the longest waiting first, a hundred at most; `total` counts all.',
  who: 'users.change',
});

export const approveCountryChange = endpoint<typeof schemas.approveCountryChange>()({
  method: 'PUT',
  path: '/users/:id/approve-country',
  summary: 'Approve a change of country',
  description: 'Approves what the administrator has seen: a country that was changed again meanwhile is refused.',
  who: 'users.change',
  errors: ['accounts.country_changed_again'],
});

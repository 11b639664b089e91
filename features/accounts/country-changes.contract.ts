import { endpoint } from '../../contract/endpoint.ts';
import type * as schemas from './country-changes.schemas.ts';

export type * from './country-changes.schemas.ts';

export const listCountryChanges = endpoint<typeof schemas.listCountryChanges>()({
  method: 'GET',
  path: '/users/country-changes',
  summary: 'List changes of country',
  description: 'Changes that await an administrator, oldest first, at most a hundred; `total` counts all of them.',
  who: 'users.change',
});

export const approveCountryChange = endpoint<typeof schemas.approveCountryChange>()({
  method: 'PUT',
  path: '/users/:id/approve-country',
  summary: 'Approve a change of country',
  description:
    'Approves the change the administrator has seen. Refused when the country was changed again in the meantime.',
  who: 'users.change',
  errors: ['accounts.country_changed_again'],
});

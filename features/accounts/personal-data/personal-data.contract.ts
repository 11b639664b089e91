import { endpoint } from '../../../contract/endpoint.ts';
import type * as schemas from './personal-data.schemas.ts';

export type * from './personal-data.schemas.ts';

export const downloadPersonalData = endpoint<typeof schemas.downloadPersonalData>()({
  method: 'GET',
  path: '/users/:id/personal-data',
  summary: 'Download the personal data of a user',
  description:
    'All data the portal holds about the user, as a ZIP file with lists in JSON and all stored files. The download is recorded in the audit list and the security log.',
  who: 'personal-data.export',
  perMinute: 10,
});

export const eraseUser = endpoint<typeof schemas.eraseUser>()({
  method: 'POST',
  path: '/users/:id/erase',
  summary: 'Erase a user permanently',
  description:
    'Removes names, texts, mails and files; the ledger is preserved under a pseudonym. Refused while a file is in progress or credits are left. Erasing an erased user changes nothing.',
  who: 'personal-data.erase',
  perMinute: 10,
  idempotent: true,
  errors: [
    'accounts.last_administrator',
    'accounts.leftovers_changed',
    'accounts.own_account',
    'personal-data.confirmation_differs',
    'personal-data.credits_left',
    'personal-data.files_in_work',
  ],
});

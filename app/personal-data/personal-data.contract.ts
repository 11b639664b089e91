import { endpoint } from '../../portal/endpoint.ts';
import type * as schemas from './personal-data.schemas.ts';

export type * from './personal-data.schemas.ts';

export const downloadPersonalData = endpoint<typeof schemas.downloadPersonalData>()({
  method: 'GET',
  path: '/users/:id/personal-data',
  summary: 'Download the personal data of a user',
  description:
    'Everything that the portal has of the user as a ZIP: lists as JSON, and every stored file with its bytes. The audit list and the security log have who downloaded it.',
  who: 'personal-data.export',
  perMinute: 10,
});

export const eraseUser = endpoint<typeof schemas.eraseUser>()({
  method: 'POST',
  path: '/users/:id/erase',
  summary: 'Erase a user for good',
  description:
    'Removes names, texts, mails and files; the ledger stays, under a pseudonym. Refused while a file is in work or credits are left. A user who is erased already stays as they are.',
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

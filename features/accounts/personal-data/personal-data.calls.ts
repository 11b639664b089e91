import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Id, requiredText } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';
import { refusal, refusalWith } from '../../../contract/refusal.ts';

/** Maximum length of an e-mail address or a user name. */
export const MAX_CONFIRMATION = 254;

export const downloadPersonalData = endpoint({
  method: 'GET',
  path: '/users/:id/personal-data',
  summary: 'Download the personal data of a user',
  description:
    'All data the portal holds about the user, as a ZIP file with lists in JSON and all stored files. The download is recorded in the audit list and the security log.',
  who: 'personal-data.export',
  needsFreshSignIn: true,
  perMinute: 10,
  input: z.object({ id: Id }),
  reply: 'bytes',
});

export const eraseUser = endpoint({
  method: 'POST',
  path: '/users/:id/erase',
  summary: 'Erase a user permanently',
  description:
    'Removes names, texts, mails and files; the ledger is preserved under a pseudonym. Refused while a file is in progress or credits are left. Erasing an erased user changes nothing.',
  who: 'personal-data.erase',
  perMinute: 10,
  input: z.object({
    id: Id,
    /** The e-mail address or the user name, as typed by a human being. */
    confirmation: requiredText(invalid('errors.personal-data.type_to_confirm'), MAX_CONFIRMATION),
    /** As returned by `getLeftovers`: the erasure is refused if any of it has changed. Omitted: it does not matter. */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    /** The name of the account from now on. */
    username: z.string(),
    /** Number of its files, whose names and bytes are gone. */
    files: z.int(),
  }),
  errors: [
    'accounts.last_administrator',
    'accounts.leftovers_changed',
    'accounts.own_account',
    'personal-data.confirmation_differs',
    'personal-data.credits_left',
    'personal-data.files_in_work',
  ],
});

export const filesInWork = refusalWith<{ count: number }>('errors.personal-data.files_in_work');
export const creditsLeft = refusalWith<{ credits: number }>('errors.personal-data.credits_left');
export const confirmationDiffers = refusal('errors.personal-data.confirmation_differs', 'confirmation');

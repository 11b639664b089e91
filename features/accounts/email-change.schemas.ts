import * as z from 'zod/mini';
import { Done } from '../../contract/fields.schemas.ts';
import { Email, GivenPassword } from './account-fields.schemas.ts';
import { LinkToken } from './accounts.schemas.ts';

export const requestEmailChange = {
  input: z.object({ new_email: Email, current_password: GivenPassword }),
  reply: Done,
};

export const confirmEmailChange = {
  input: z.object({ token: LinkToken }),
  reply: z.object({ message: z.string(), email: z.string() }),
};

import * as z from 'zod/mini';
import { Email, Username } from './account-fields.ts';

/** How many colleagues a customer may have, invited ones included. */
export const MAX_COLLEAGUES = 20;

export const InviteColleague = z.object({ username: Username, email: Email });

import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import type { Deps } from '../http/call.ts';

/** The six kinds of caller in `docs/spec/authz-matrix.json`. */
export const ACTORS = ['anonymous', 'owner', 'otherCustomer', 'admin', 'deactivated', 'unverified'] as const;
export type ActorName = (typeof ACTORS)[number];

export interface Caller {
  id: number;
  email: string;
  /** Undefined for a visitor, who has an account but is not logged in. */
  token: string | undefined;
}

/** Builds one of the six, new at every call. The deactivated one has a session that was valid a moment ago. */
export async function buildCaller(deps: Deps, name: ActorName): Promise<Caller> {
  const user = await buildSignedIn(deps, {
    role: name === 'admin' ? 'ADMIN' : 'CUSTOMER',
    verified: name !== 'unverified',
  });
  if (name === 'deactivated') {
    await deps.db.updateTable('users').set({ status: 'DEACTIVE' }).where('id', '=', user.id).execute();
  }
  return name === 'anonymous' ? { ...user, token: undefined } : user;
}

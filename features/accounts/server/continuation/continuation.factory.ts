import type { Actor, Deps } from '../../../../server/http/call.ts';
import { buildSignedIn } from '../accounts.factory.ts';
import { findSession } from '../sessions.ts';
import { createContinuation } from './continuation.ts';

/** Builds a customer whose session shows a code for another device. */
export async function buildContinuation(deps: Deps, page = '/my-files') {
  const user = await buildSignedIn(deps);
  const found = await findSession(deps, user.token);
  const { code } = await createContinuation(deps, { ...found?.session, requestId: '' } as Actor, { page });
  return { ...user, code };
}

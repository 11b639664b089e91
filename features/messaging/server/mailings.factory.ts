import { buildSignedIn } from '../../accounts/server/accounts.factory.ts';
import type { Deps } from '../../../server/http/call.ts';
import { sendEmailsAsync } from './mailings.ts';
import { composeActor } from '../../../server/testing/composed-actor.ts';

/** Creates an administrator's mail to their own address, waiting to be sent; returns the mailing's id. */
export async function buildMailing(deps: Deps): Promise<number> {
  const admin = await buildSignedIn(deps, { role: 'ADMIN' });
  const actor = composeActor(admin.id, 'ADMIN');
  const fields = { subject: 'New prices', body: '<p>From Monday on.</p>', recipients: [admin.email] };
  return (await sendEmailsAsync(deps, actor, fields)).mailing_id;
}

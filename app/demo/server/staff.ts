import type { Deps } from '../../../server/http/call.ts';
import { storeBuiltInRoles } from '../../../features/accounts/staff-roles/server/staff-roles.ts';

const TUNER_EMAIL = 'nikola@example.com';

/** Adds a colleague whom a staff role narrows to the work on files and tickets; returns the address of the login. */
export async function addTuner({ db }: Deps, passwordHash: string): Promise<string> {
  await storeBuiltInRoles({ db });
  await db
    .insertInto('users')
    .values((query) => ({
      username: 'nikola',
      full_name: 'Nikola Stojanov',
      email: TUNER_EMAIL,
      phone: '+389 70 555 090',
      country: 'North Macedonia',
      role: 'ADMIN',
      staff_role_id: query.selectFrom('staff_roles').select('id').where('name', '=', 'TUNER'),
      verified: true,
      password_hash: passwordHash,
    }))
    .execute();
  return TUNER_EMAIL;
}

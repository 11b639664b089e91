import type { User } from '../../features/accounts/user.ts';

/** A customer with credits, with the given fields replaced. */
export const exampleUser = (changes: Partial<User> = {}): User => ({
  id: 7,
  username: 'ana',
  full_name: 'Ana Petrova',
  email: 'ana@petrova-tuning.mk',
  phone: '+389 70 111 222',
  country: 'North Macedonia',
  credit_balance: 240,
  ai_credit_balance: 30.5,
  role: 'CUSTOMER',
  staff_role_id: null,
  status: 'ACTIVE',
  verified: true,
  created_at: '2026-03-02T08:00:00.000Z',
  ...changes,
});

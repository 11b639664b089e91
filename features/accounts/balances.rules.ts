import { can, type HasRole } from '../../contract/capabilities.ts';

/** Whether the reader sees the balances of all users. Who changes users also enters their balances, so they see them. */
export const seesBalances = (reader: HasRole): boolean =>
  can(reader, 'balances.read-all') || can(reader, 'users.change');

interface Balances<Balance> {
  credit_balance: Balance;
  ai_credit_balance: Balance;
}

export type WithBalances<User> = User & Balances<number>;

/** Whether the user is a colleague of a customer: what they order and pay is the customer's, and so is the balance. */
export const isColleague = ({ company_id = null }: { company_id?: number | null | undefined }): boolean =>
  company_id !== null;

/** Whether the reply has the balances of the user: null stands for what the reader does not see. */
export const hasBalances = <User extends Balances<number | null>>(user: User): user is WithBalances<User> =>
  user.credit_balance !== null && user.ai_credit_balance !== null;

export const hideBalances = <User extends Balances<number | null>>(user: User): User => ({
  ...user,
  credit_balance: null,
  ai_credit_balance: null,
});

import type { Database } from './database/connect.ts';

/** The name of a portal whose shop has not entered one. */
export const PRODUCT_NAME = 'Tunedesk';

/** Finds the shop's name for texts outside of the web app: mails and push messages. */
export async function findShopName(db: Database): Promise<string> {
  const found = await db.selectFrom('application_configuration').select('shop_name').executeTakeFirst();
  return found?.shop_name ?? PRODUCT_NAME;
}

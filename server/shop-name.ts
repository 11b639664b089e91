import type { Database } from './database/connect.ts';

/** What a portal is called whose shop has entered no name. */
export const PRODUCT_NAME = 'Tunedesk';

/** For what is written outside of the web app: mails and push messages. */
export async function findShopName(db: Database): Promise<string> {
  const found = await db.selectFrom('application_configuration').select('shop_name').executeTakeFirst();
  return found?.shop_name ?? PRODUCT_NAME;
}

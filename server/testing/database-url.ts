export const TEMPLATE = 'template_tunedesk';

/** The server's role in every test's database. */
export const TEST_ROLE = 'tunedesk_server';

/** The same PostgreSQL, another database. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

export const TEMPLATE = 'template_tunedesk';

/** The role of the server in the database of every test. */
export const TEST_ROLE = 'tunedesk_server';

/** Returns the URL of another database of the same PostgreSQL. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

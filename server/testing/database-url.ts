export const TEMPLATE = 'template_tunedesk';

/** The same PostgreSQL, another database. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

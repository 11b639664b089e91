import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { t } from '../../../web/text.ts';

/** The same list as the server's (server/html/mail-body.ts). */
const ALLOWED = {
  ALLOWED_TAGS: 'h1 h2 h3 p br hr b strong i em u s code pre blockquote ul ol li a span'.split(' '),
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const LOOK =
  'body{margin:0;padding:16px;background:#f4f6f8;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#14181d}' +
  'main{background:#fff;border-radius:12px;max-width:504px;margin:auto;padding:28px;overflow-wrap:anywhere}';

/** As a mail program will show it, in a frame that may do nothing: neither scripts nor links. */
export default function AdminMailPreview({ html }: { html: string }) {
  const page = useMemo(
    () =>
      `<!doctype html><meta charset="utf-8"><style>${LOOK}</style><main>${DOMPurify.sanitize(html, ALLOWED)}</main>`,
    [html],
  );
  return (
    <iframe
      title={t('Preview of the mail')}
      sandbox=""
      srcDoc={page}
      className="h-96 w-full rounded-control border bg-white"
    />
  );
}

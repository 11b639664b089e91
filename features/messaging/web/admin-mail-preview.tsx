import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { t } from '../../../web/languages/text.ts';
import { MAIL_PREVIEW_STYLE } from '../emails.calls.ts';

/** The same list as the server's (server/html/sanitise.ts). */
const ALLOWED = {
  ALLOWED_TAGS: 'h1 h2 h3 p br hr b strong i em u s code pre blockquote ul ol li a span'.split(' '),
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Shows a mail as a mail program will, in a frame in which neither scripts nor links work. */
export default function AdminMailPreview({ html }: { html: string }) {
  const page = useMemo(
    () =>
      `<!doctype html><meta charset="utf-8"><style>${MAIL_PREVIEW_STYLE}</style><main>${DOMPurify.sanitize(html, ALLOWED)}</main>`,
    [html],
  );
  return (
    <iframe
      title={t('messaging.preview.title')}
      sandbox=""
      srcDoc={page}
      className="h-96 w-full rounded-control border bg-white"
    />
  );
}

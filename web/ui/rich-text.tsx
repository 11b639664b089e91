import { clsx } from 'clsx';
import { Suspense, lazy } from 'react';

/** Only pages that show users' HTML load what cleans it. */
const PurifiedHtml = lazy(() => import('./purified-html.tsx'));

/** HTML that an administrator wrote: cleaned on the server when it was written, and here again. */
export function RichText({ html, className }: { html: string; className?: string }) {
  return (
    <Suspense fallback={null}>
      <PurifiedHtml
        html={html}
        className={clsx(
          'wrap-anywhere [&>*+*]:mt-2 [&_a]:link [&_li]:ml-5 [&_ol]:list-decimal [&_strong]:font-strong [&_ul]:list-disc',
          '[&_b]:font-strong [&_blockquote]:border-l-2 [&_blockquote]:pl-3',
          className,
        )}
      />
    </Suspense>
  );
}

import { clsx } from 'clsx';
import { Suspense, lazy } from 'react';

/** The sanitiser is only loaded by pages that show users' HTML. */
const PurifiedHtml = lazy(() => import('./purified-html.tsx'));

/** Shows HTML written by an administrator: sanitised on the server when it was saved, and here again. */
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

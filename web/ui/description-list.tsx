import { clsx } from 'clsx';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';

export type DescriptionField = {
  label: string;
  /** Undefined, null or an empty text is shown as a dash. */
  value: ReactNode;
  /** Adds a button that copies this text. */
  copy?: string;
  /** Uses the monospaced font, for numbers, part numbers and codes. */
  mono?: boolean;
  /** Takes up a whole row. */
  wide?: boolean;
  /** Takes up two columns: the name of a file, or an address. */
  isName?: boolean;
};

/** Label and value on one line, in as many columns as there is room for. */
export function DescriptionList({ fields }: { fields: readonly DescriptionField[] }) {
  return (
    <div className="@container">
      <dl className="flex flex-wrap gap-x-4 gap-y-1.5 @sm:grid @sm:grid-cols-2 @lg:grid-cols-3 @lg:gap-x-6">
        {fields.map((field) => (
          <div
            key={field.label}
            className={clsx(
              'flex min-w-0 flex-wrap items-baseline gap-x-2',
              field.wide && 'col-span-full w-full',
              field.isName && '@sm:col-span-2',
            )}
          >
            <dt className="text-small text-text3">{field.label}</dt>
            <dd className="flex min-w-0 items-center gap-1 text-body">
              <span className={clsx('min-w-0 wrap-anywhere', field.mono && 'font-mono')}>
                {isEmpty(field.value) ? '–' : field.value}
              </span>
              {field.copy && <CopyButton text={field.copy} label={field.label} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function isEmpty(value: ReactNode) {
  return value === null || value === undefined || value === '' || value === false;
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <button
        type="button"
        title={t('common.copy')}
        aria-label={t('common.copyLabel', { label })}
        onClick={() => {
          // The clipboard is missing without permission or a secure origin; the text can still be selected by hand.
          navigator.clipboard?.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
        className="-mx-2.5 -my-3 grid size-control shrink-0 place-items-center rounded-control text-text3 hover:text-text"
      >
        {copied ? <Check size={16} className="text-green-solid" /> : <Copy size={16} />}
      </button>
      <span role="status" className="sr-only">
        {copied ? t('common.copied') : ''}
      </span>
    </>
  );
}

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
};

export type DescriptionListProps = { fields: readonly DescriptionField[]; columns?: 1 | 2 | 3 };

const grids = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-2 lg:grid-cols-3' };

export function DescriptionList({ fields, columns = 2 }: DescriptionListProps) {
  return (
    <dl className={clsx('grid gap-x-4 gap-y-4 sm:gap-x-6', grids[columns])}>
      {fields.map((field) => (
        <div
          key={field.label}
          className={clsx('min-w-0', field.wide && 'col-span-full', isLong(field.value) && 'max-sm:col-span-full')}
        >
          <dt className="text-label text-text3">{field.label}</dt>
          <dd className="flex items-center gap-1 text-body">
            <span className={clsx('min-w-0 wrap-anywhere', field.mono && 'font-mono')}>
              {isEmpty(field.value) ? '–' : field.value}
            </span>
            {field.copy && <CopyButton text={field.copy} label={field.label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A longer text takes up a whole row on a phone, where a column would leave room for only a few letters per line. */
const MAX_COLUMN_LENGTH = 32;

const isLong = (value: ReactNode) => typeof value === 'string' && value.length > MAX_COLUMN_LENGTH;

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
        className="-m-3 grid size-control shrink-0 place-items-center rounded-control text-text3 hover:text-text"
      >
        {copied ? <Check size={16} className="text-green-solid" /> : <Copy size={16} />}
      </button>
      <span role="status" className="sr-only">
        {copied ? t('common.copied') : ''}
      </span>
    </>
  );
}

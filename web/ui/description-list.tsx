import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CopyText } from './copy-text.tsx';

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
      <dl className="flex flex-wrap gap-x-4 gap-y-1.5 @sm:grid @sm:grid-flow-dense @sm:grid-cols-2 @lg:grid-cols-3 @lg:gap-x-6">
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
            <dd className={clsx('min-w-0 text-body wrap-anywhere', field.mono && 'font-mono')}>
              {field.copy ? (
                <CopyText text={field.copy} label={field.label}>
                  {field.value}
                </CopyText>
              ) : isEmpty(field.value) ? (
                '–'
              ) : (
                field.value
              )}
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

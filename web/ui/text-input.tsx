import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} {...useFieldControl(rest)} className={clsx('control', className)} />;
}

/** Grows with its text from `rows` up, if the browser supports it. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const style = clsx('control block field-sizing-content resize-y py-2.5', className);
  return (
    <textarea
      rows={rows}
      style={{ minHeight: `calc(${rows} * 1.45em + 1.375rem)` }}
      {...rest}
      {...useFieldControl(rest)}
      className={style}
    />
  );
}

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

type CheckboxRowProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> & {
  isStrong?: boolean;
  onChange: (isChecked: boolean) => void;
};

/** A native checkbox followed by its clickable text; every other prop goes to the input. */
export function CheckboxRow({ isStrong = false, onChange, children, ...rest }: CheckboxRowProps) {
  return (
    <label
      className={clsx(
        'flex min-h-control cursor-pointer items-center gap-3 text-body has-disabled:cursor-not-allowed',
        isStrong && 'font-strong',
      )}
    >
      <input
        {...rest}
        type="checkbox"
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      {children}
    </label>
  );
}

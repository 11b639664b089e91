import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { ChevronDown } from 'lucide-react';
import { useFieldControl } from './field.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectProps = ComponentProps<'select'> & {
  options: readonly SelectOption[];
  /** Text of a first, empty option, such as "Choose a fuel". */
  placeholder?: string;
};

/**
 * The browser's native select, which is best on phones. For long lists, use the Combobox. Its width comes from the
 * field, not from the longest option, so that a closed list loads no font that only an option needs.
 */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className={clsx('relative', className)}>
      <select
        {...rest}
        {...useFieldControl(rest)}
        className="control field-sizing-content appearance-none truncate pr-10"
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={18} className="pointer-events-none absolute inset-y-0 right-3 my-auto text-text3" />
    </div>
  );
}

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { ChevronDown } from 'lucide-react';
import { useFieldControl } from './field.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectProps = ComponentProps<'select'> & {
  options: readonly SelectOption[];
  /** A first, empty choice, such as "Choose a fuel". */
  placeholder?: string;
};

/**
 * The browser's own list: the best one on phones. For long lists take the Combobox. Its width is the field's, not that
 * of its longest option: a closed list asks for no font that only an option needs.
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

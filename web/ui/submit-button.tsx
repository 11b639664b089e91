import { useHydrated } from '../hydrated.ts';
import { Button, type ButtonProps } from './button.tsx';

/**
 * For forms on pages that are drawn ahead: pressed before the program is there, the button would send the form to no
 * address that takes it. While it is disabled, Enter in a field does nothing either.
 */
export function SubmitButton({ disabled, ...rest }: Omit<ButtonProps, 'type'>) {
  const isHydrated = useHydrated();
  return <Button {...rest} type="submit" disabled={disabled || !isHydrated} />;
}

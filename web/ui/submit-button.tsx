import { useHydrated } from '../client/hydrated.ts';
import { Button, type ButtonProps } from './button.tsx';

/**
 * For forms on prerendered pages: pressed before hydration, the button would submit the form to an address that does
 * not accept it. While it is disabled, Enter in a field does nothing either.
 */
export function SubmitButton({ disabled, ...rest }: Omit<ButtonProps, 'type'>) {
  const isHydrated = useHydrated();
  return <Button {...rest} type="submit" disabled={disabled || !isHydrated} />;
}

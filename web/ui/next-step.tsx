import type { ReactNode } from 'react';
import { ButtonLink } from './button.tsx';

type NextStepProps = {
  /** How an entry comes into the list. */
  hint?: ReactNode;
  to: string;
  children: ReactNode;
};

/** Below the sentence of an empty list: where its first entry is made, or where it comes from. */
export function NextStep({ hint, to, children }: NextStepProps) {
  return (
    <>
      {hint && <p className="-mt-2 max-w-prose text-text3">{hint}</p>}
      <ButtonLink to={to}>{children}</ButtonLink>
    </>
  );
}

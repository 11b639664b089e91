import type { ReactNode } from 'react';
import { ButtonLink } from './button.tsx';

type NextStepProps = {
  /** How entries get into the list. */
  hint?: ReactNode;
  to: string;
  children: ReactNode;
};

/** Shown below the text of an empty list: where to create its first entry, or where entries come from. */
export function NextStep({ hint, to, children }: NextStepProps) {
  return (
    <>
      {hint && <p className="-mt-2 max-w-prose text-text3">{hint}</p>}
      <ButtonLink to={to}>{children}</ButtonLink>
    </>
  );
}

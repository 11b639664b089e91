import { clsx } from 'clsx';
import { Link } from 'react-router';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Spinner } from './spinner.tsx';
import { useHydrated } from '../client/hydrated.ts';
import { useMayOpen } from '../client/staff-addresses.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'go';

type Look = {
  variant?: ButtonVariant;
  icon?: ReactNode;
  /** A square button: the children become its accessible name and tooltip. */
  iconOnly?: boolean;
  /** For table rows: less tall with a mouse, full size on touch screens. */
  small?: boolean;
};

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-border bg-surface text-text hover:bg-surface2',
  quiet: 'border-transparent bg-transparent text-text hover:bg-surface2',
  danger: 'border-border bg-surface text-red-fg hover:border-red-solid hover:bg-red-bg',
  go: 'border-transparent bg-green-solid text-on-accent hover:bg-green-fg',
};

export function buttonClass({ variant = 'secondary', iconOnly, small }: Look = {}) {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-control border',
    small ? 'min-h-7 min-w-7 coarse:min-h-control coarse:min-w-control' : 'min-h-control min-w-control',
    'text-center text-body font-strong no-underline transition-colors duration-150',
    !iconOnly && (small ? 'px-2.5 py-0.5' : 'px-3.5 py-1'),
    variants[variant],
    variant === 'quiet' ? 'off-quiet' : 'off',
  );
}

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean; busyText?: string; busyIcon?: ReactNode };

/**
 * While `busy`, the button keeps the focus, shows `busyText` and ignores presses. One that its own press switches off
 * takes `aria-disabled`, because browsers drop the focus of a disabled button; its `onClick` then does nothing.
 */
export function Button(props: ButtonProps) {
  const { variant, icon, iconOnly, small, busy, busyText, busyIcon, className, children, onClick, type, ...rest } =
    props;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      title={iconOnly && typeof children === 'string' ? children : rest.title}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={clsx(buttonClass({ variant, iconOnly, small }), className)}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <Inside icon={busy ? (busyIcon ?? <Spinner />) : icon} iconOnly={iconOnly}>
        {busy ? (busyText ?? t('common.pleaseWait')) : children}
      </Inside>
    </button>
  );
}

export type ButtonLinkProps = ComponentProps<typeof Link> & Look;

/** Renders nothing where the reader's staff role leaves the address out. */
export function ButtonLink({ variant, icon, iconOnly, small, className, children, ...rest }: ButtonLinkProps) {
  if (!useMayOpen(typeof rest.to === 'string' ? rest.to : '')) return null;
  return (
    <Link
      {...rest}
      title={iconOnly && typeof children === 'string' ? children : rest.title}
      className={clsx(buttonClass({ variant, iconOnly, small }), className)}
    >
      <Inside icon={icon} iconOnly={iconOnly}>
        {children}
      </Inside>
    </Link>
  );
}

function Inside({ icon, iconOnly, children }: Look & { children: ReactNode }) {
  return (
    <>
      {icon && <span className="shrink-0 [&>svg]:size-4">{icon}</span>}
      <span className={iconOnly ? 'sr-only' : undefined}>{children}</span>
    </>
  );
}

/**
 * For forms on prerendered pages: pressed before hydration, the button would submit the form to an address that does
 * not accept it. While it is disabled, Enter in a field does nothing either.
 */
export function SubmitButton({ disabled, ...rest }: Omit<ButtonProps, 'type'>) {
  const isHydrated = useHydrated();
  return <Button {...rest} type="submit" disabled={disabled || !isHydrated} />;
}

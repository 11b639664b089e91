import { clsx } from 'clsx';
import { Check, Image } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

export type CheckboxCardProps = Omit<ComponentProps<'input'>, 'type' | 'title' | 'className'> & {
  kind?: 'checkbox' | 'radio';
  title: ReactNode;
  subline?: ReactNode;
  price?: ReactNode;
  /** URL of a picture, or any drawing. Without one, a neutral tile is shown. */
  image?: string | ReactNode;
};

/** A whole card that is one native checkbox or radio button; every other prop goes to that input. */
export function CheckboxCard({ kind = 'checkbox', title, subline, price, image, ...rest }: CheckboxCardProps) {
  return (
    <label
      className={clsx(
        'group relative flex min-h-18 cursor-pointer items-center gap-3 rounded-card border border-border-strong',
        'bg-surface p-3 transition-colors duration-150 hover:bg-surface2',
        'has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--color-accent)]',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'has-disabled:cursor-not-allowed has-disabled:border-border has-disabled:bg-surface2 has-disabled:text-text3',
      )}
    >
      {/* Invisible, but covers the whole card, so that touch exploration and speech input find it there. */}
      <input {...rest} type={kind} className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0" />
      <Picture image={image} />
      {/* The price wraps below a name whose longest word does not fit beside it. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 flex-[1_1_min-content]">
          <span className="block text-body font-strong">{title}</span>
          {subline && <span className="block text-small text-text3">{subline}</span>}
        </span>
        {price !== undefined && (
          <span className="shrink-0 text-body font-strong text-text2 group-has-disabled:text-text3">{price}</span>
        )}
      </span>
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-6 shrink-0 place-items-center border border-border-strong text-on-accent',
          // Hides the tick with `invisible`, because forced colours would make a transparent one visible.
          '[&>svg]:invisible peer-checked:[&>svg]:visible',
          'peer-checked:border-accent peer-checked:bg-accent',
          kind === 'radio' ? 'rounded-full' : 'rounded-control',
        )}
      >
        <Check size={16} strokeWidth={3} />
      </span>
    </label>
  );
}

function Picture({ image }: Pick<CheckboxCardProps, 'image'>) {
  const tile = 'size-12 shrink-0 rounded-control bg-surface2 group-has-disabled:opacity-55';
  if (typeof image === 'string' && image) {
    return <img src={image} alt="" width={48} height={48} loading="lazy" className={clsx(tile, 'object-contain')} />;
  }
  return <span className={clsx(tile, 'grid place-items-center text-text3')}>{image || <Image size={20} />}</span>;
}

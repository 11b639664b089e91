import { clsx } from 'clsx';

/** Style of an option in a list for the arrow keys; `isActive` marks the current one. */
export const optionLook = (isActive: boolean) =>
  clsx(
    'flex min-h-control cursor-pointer items-center gap-3 rounded-control border border-transparent px-3 text-body',
    'forced-colors:border-[color:Canvas]',
    isActive && 'border-accent! bg-surface2 forced-colors:border-[color:Highlight]!',
  );

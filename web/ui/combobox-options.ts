import type { ReactNode } from 'react';
import { clsx } from 'clsx';

export type ComboboxOption = {
  value: string;
  label: string;
  /** A second, less prominent line, which is searched as well. */
  hint?: string;
  icon?: ReactNode;
};

export const maxShown = 300;

/** Filters options by a query; those with a word that begins with it come first. Ignores accents and case. */
export function filterOptions(options: readonly ComboboxOption[], query: string): ComboboxOption[] {
  const needle = plainText(query);
  if (!needle) return [...options];
  const ranked = options.flatMap((option) => {
    const label = plainText(option.label);
    const at = label.indexOf(needle);
    if (at === 0) return [{ option, rank: 0 }];
    if (at > 0) return [{ option, rank: label[at - 1] === ' ' ? 1 : 2 }];
    return option.hint && plainText(option.hint).includes(needle) ? [{ option, rank: 3 }] : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map((entry) => entry.option);
}

/** Splits options into the pinned ones, in their own order, and all others. */
export function splitPinned(options: readonly ComboboxOption[], pinned: readonly string[]) {
  const first = pinned.flatMap((value) => options.find((option) => option.value === value) ?? []);
  const rest = options.filter((option) => !first.includes(option));
  return { first, rest };
}

export function findExact(options: readonly ComboboxOption[], text: string): ComboboxOption | undefined {
  const needle = plainText(text);
  return options.find((option) => plainText(option.label) === needle);
}

function plainText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** Style of an option in a list for the arrow keys; `isActive` marks the current one. */
export const optionLook = (isActive: boolean) =>
  clsx(
    'flex min-h-control cursor-pointer items-center gap-3 rounded-control border border-transparent px-3 text-body',
    'forced-colors:border-[color:Canvas]',
    isActive && 'border-accent! bg-surface2 forced-colors:border-[color:Highlight]!',
  );

import { useTags } from './notes.api.ts';
import { X } from 'lucide-react';

import { RecordLink, pathOfUser } from '../../../../web/frame/record-link.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import type { ToolbarFilter, useListAddress } from '../../../../web/ui/list-toolbar.tsx';
import type { NoteSubject } from '../notes.calls.ts';

const ID = /^[1-9]\d{0,14}$/;

type Address = Pick<ReturnType<typeof useListAddress>, 'filter' | 'setFilters'>;

/**
 * Narrows a list of files, tickets or users to one customer's rows and to rows with a tag. Both filters are part of the
 * address.
 */
export function useNarrowing({ filter, setFilters }: Address, list: NoteSubject) {
  const customer = list !== 'users' && ID.test(filter('customer')) ? filter('customer') : '';
  const tag = ID.test(filter('tag')) ? filter('tag') : '';
  const tags = useTags().data ?? [];
  const choice: ToolbarFilter = {
    label: t('staff.notes.tag'),
    any: t('staff.notes.anyTag'),
    value: tag,
    options: tags.map(({ id, name: label }) => ({ value: String(id), label })),
    onChange: (chosen) => setFilters({ tag: chosen }),
  };
  return {
    filters: { user_id: customer, tag_id: tag },
    /** Empty when no tag exists. */
    choice: tags.length === 0 && tag === '' ? [] : [choice],
    customer: customer === '' ? null : Number(customer),
    clearCustomer: () => setFilters({ customer: '' }),
    /** The filters in words, for the text the list shows when nothing matches. */
    text: [customer && `#${customer}`, tags.find(({ id }) => String(id) === tag)?.name ?? (tag && `#${tag}`)]
      .filter(Boolean)
      .join(', '),
  };
}

export type Narrowing = ReturnType<typeof useNarrowing>;

type OfCustomerProps = {
  narrowing: Narrowing;
  /** The loaded rows of the list; each of them has the customer's name. */
  rows: readonly ({ username: string } | undefined)[] | undefined;
};

/** Names the customer when the list is narrowed to one. */
export function OfCustomer({ narrowing: { customer, clearCustomer }, rows }: OfCustomerProps) {
  if (customer === null) return null;
  const name = rows?.find((row) => row !== undefined)?.username ?? `#${customer}`;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-1.5 text-small text-text2">
      <span>{t('staff.notes.onlyWithTag')}</span>
      <RecordLink to={pathOfUser(customer)}>{name}</RecordLink>
      <Button small variant="quiet" icon={<X />} onClick={clearCustomer}>
        {t('staff.notes.showAll')}
      </Button>
    </p>
  );
}

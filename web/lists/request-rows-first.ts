import type { useListAddress } from '../ui/list-toolbar.tsx';
import type { ListPages } from './use-list-pages.ts';

type Address = ReturnType<typeof useListAddress>;

/** Wraps a list's address so that rows are requested before the screen is drawn with another search or order. */
export const requestRowsFirst = <A extends Address>(address: A, { ask }: Pick<ListPages<unknown>, 'ask'>): A => ({
  ...address,
  setSearch: (search: string) => {
    ask({ search });
    address.setSearch(search);
  },
  setSort: (sort: NonNullable<Address['sort']>) => {
    ask({ sort });
    address.setSort(sort);
  },
});

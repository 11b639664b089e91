import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { t } from '../languages/text.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { Button } from '../ui/button.tsx';
import type { SavedFiltersDialogProps } from './saved-filters-dialog.tsx';

const Dialog = lazyDialog<SavedFiltersDialogProps>(
  async () => (await import('./saved-filters-dialog.tsx')).SavedFiltersDialog,
);

/** Stores a list's search, filters and order under a name; anyone else sees the same list through its address. */
export function SavedFilters({ list }: { list: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Bookmark />} onClick={() => setOpen(true)}>
        {t('common.filters.title')}
      </Button>
      {isOpen && <Dialog open list={list} onClose={() => setOpen(false)} />}
    </>
  );
}

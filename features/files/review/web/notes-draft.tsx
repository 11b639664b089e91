import { useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../../../../web/client/drafts.ts';
import type { File } from '../../file.ts';

/**
 * The notes that an administrator is writing about a file, shared by all dialogs. They belong to the offer for which
 * they were written: with a newer offer by another administrator they would be wrong.
 */
export function useNotesDraft({ id, offer_version }: File) {
  const [thing] = useState(`notes on file ${id}, offer ${offer_version ?? 0}`);
  return {
    /** Null: nothing has been written. */
    read: () => readDraft(thing) || null,
    keep: (notes: string) => keepDraft(thing, notes),
    forget: () => forgetDraft(thing),
  };
}

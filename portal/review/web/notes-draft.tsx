import { useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../../../web/drafts.ts';
import type { File } from '../../files/files.contract.ts';

/**
 * The notes that an administrator is writing about a file, in whichever dialog. They belong to the offer they were
 * written for: with another administrator's newer one they would be wrong.
 */
export function useNotesDraft({ id, offer_version }: File) {
  const [thing] = useState(`notes on file ${id}, offer ${offer_version ?? 0}`);
  return {
    /** Null: nothing was written. */
    read: () => readDraft(thing) || null,
    keep: (notes: string) => keepDraft(thing, notes),
    forget: () => forgetDraft(thing),
  };
}

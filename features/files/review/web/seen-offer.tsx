import { useState } from 'react';
import { ApiError } from '../../../../web/client/api-error.ts';
import type { File } from '../../file.ts';
import { type CurrentOffer, offerChanged } from '../review.rules.ts';
import { forgetDraft, keepDraft, readDraft } from '../../../../web/client/drafts.ts';

/**
 * The price, feasibility and notes with which a dialog was opened, and what another administrator has changed since
 * then: known from the polled file of the page, or from the refusal of a stale save.
 */
export function useSeenOffer(file: File) {
  const [before, setBefore] = useState(() => offerOf(file));
  const [refused, setRefused] = useState<CurrentOffer | null>(null);
  const polled = offerOf(file);
  const latest = refused !== null && refused.offer_version > polled.offer_version ? refused : polled;
  return {
    /** Its version is sent with a save. */
    before,
    /** Null: nothing has changed since then. */
    changed: latest.offer_version === before.offer_version ? null : latest,
    /** Called when the reader has compared `offer` with their own values and decides again based on it. */
    decideUpon: setBefore,
    /** Returns whether an error means that the save was stale. */
    isStale: (error: unknown): boolean => {
      if (!(error instanceof ApiError) || error.code !== STALE) return false;
      setRefused(error.values as CurrentOffer);
      return true;
    },
  };
}

const offerOf = ({ feasible, price, notes, offer_version, offer_set_by, offer_set_at }: File): CurrentOffer => ({
  feasible,
  price,
  notes,
  offer_version: offer_version ?? 0,
  offer_set_by: offer_set_by ?? null,
  offer_set_at: offer_set_at ?? null,
});

const STALE = offerChanged({
  feasible: null,
  price: 0,
  notes: null,
  offer_version: 0,
  offer_set_by: null,
  offer_set_at: null,
}).code;

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

import { useState } from 'react';
import { ApiError } from '../../../web/api-error.ts';
import type { File } from '../../files/files.contract.ts';
import { offerChanged, type OfferNow } from '../review.errors.ts';

/**
 * The price, feasibility and notes that a dialog was opened with, and what another administrator has made of them
 * since: known from the file that the page polls, or from the refusal of a stale save.
 */
export function useSeenOffer(file: File) {
  const [before, setBefore] = useState(() => offerOf(file));
  const [refused, setRefused] = useState<OfferNow | null>(null);
  const polled = offerOf(file);
  const latest = refused !== null && refused.offer_version > polled.offer_version ? refused : polled;
  return {
    /** Its version goes along with a save. */
    before,
    /** Null: nothing has changed since. */
    changed: latest.offer_version === before.offer_version ? null : latest,
    /** The reader has compared `offer` with the own values and decides again on top of it. */
    decideUpon: setBefore,
    /** Whether an error means that the save was stale. */
    isStale: (error: unknown): boolean => {
      if (!(error instanceof ApiError) || error.code !== STALE) return false;
      setRefused(error.values as OfferNow);
      return true;
    },
  };
}

const offerOf = ({ feasible, price, notes, offer_version, offer_set_by, offer_set_at }: File): OfferNow => ({
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

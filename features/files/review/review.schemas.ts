import * as z from 'zod/mini';
import { Id } from '../../../contract/fields.schemas.ts';
import { Feasible, FileDetail } from '../files.schemas.ts';
import { orNothing } from '../free-text.schemas.ts';
import { ConfirmedFindings, Findings } from '../findings.schemas.ts';
import { OfferVersion, Price } from './offer.schemas.ts';

const notes = orNothing(4000);

/** Omitted: the old notes stay. Empty: the notes are removed. */
const optionalNotes = z.optional(orNothing(4000));

export const uploadModified = {
  input: z.object({
    id: Id,
    fileId: z.optional(z.union([z.string(), z.number()])),
    notes: optionalNotes,
    confirmed: ConfirmedFindings,
    offer_version: OfferVersion,
  }),
  reply: FileDetail,
};

export const setFeasibility = {
  input: z.object({
    id: Id,
    feasible: Feasible,
    price: Price,
    notes,
    confirmed: ConfirmedFindings,
    offer_version: OfferVersion,
  }),
  reply: FileDetail,
};

export const compareWithOriginal = {
  input: z.object({ id: Id }),
  reply: Findings,
};

import { ApiError } from '../../../../web/client/api-error.ts';
import { upload, type UploadOptions } from '../../../../web/client/upload.ts';
import type { Feasible } from '../../file.ts';
import type { FindingName } from '../../findings.ts';
import { setFeasibility, uploadModified } from '../review.calls.ts';
import { useChangeFile } from '../../web/files.api.ts';
import { notConfirmed } from '../review.rules.ts';

/** The warnings about a modified file that were seen and confirmed, and what to do if there are others. */
type Confirmed = { confirmed?: FindingName[]; onNotConfirmed?: () => void };

async function onUnconfirmed<Result>(response: Promise<Result>, onNotConfirmed?: () => void): Promise<Result> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.code === notConfirmed().code) onNotConfirmed?.();
    throw error;
  }
}

/** `offer_version`: the version of price, feasibility and notes that the reader has seen. Omitted notes stay. */
type ModifiedFile = { id: number; notes?: string | null; offer_version: number } & Confirmed & UploadOptions;

export const useUploadModified = () =>
  useChangeFile(({ id, notes, offer_version, confirmed, onNotConfirmed, ...options }: ModifiedFile) =>
    onUnconfirmed(
      upload(
        uploadModified,
        { id, fileId: id, ...(notes !== undefined && { notes, offer_version }), ...(confirmed && { confirmed }) },
        options,
      ),
      onNotConfirmed,
    ),
  );

type Feasibility = ModifiedFile & { feasible: Feasible; price: number | null; notes: string | null };

export const useSetFeasibility = () =>
  useChangeFile(({ id, feasible, price, notes, offer_version, confirmed, onNotConfirmed, ...options }: Feasibility) =>
    onUnconfirmed(
      upload(setFeasibility, { id, feasible, price, notes, offer_version, ...(confirmed && { confirmed }) }, options),
      onNotConfirmed,
    ),
  );

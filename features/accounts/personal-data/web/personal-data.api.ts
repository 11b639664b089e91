import { useMutation } from '@tanstack/react-query';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { call } from '../../../../web/client/call.ts';
import { download } from '../../../../web/client/download.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import * as contract from '../personal-data.calls.ts';

/** All files of a customer may add up to gigabytes. */
const EXPORT_TIMEOUT_MS = 3_600_000;

export const useDownloadPersonalData = () =>
  useMutation({
    mutationFn: (id: number) => download(contract.downloadPersonalData, { id }, { timeoutMs: EXPORT_TIMEOUT_MS }),
  });

/** Refreshes the lists in which the name appears. */
export const useEraseUser = () =>
  useChange(
    (input: InputOf<typeof contract.eraseUser>) => call(contract.eraseUser, input),
    [['users'], ['files'], ['tickets']],
  );

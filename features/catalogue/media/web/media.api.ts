import { useQuery, type QueryKey } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { upload, type Progress } from '../../../../web/client/upload.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import * as contract from '../media.calls.ts';

export const useLoginMedia = () =>
  useQuery({ queryKey: ['login-media'], queryFn: ({ signal }) => call(contract.listLoginMedia, {}, { signal }) });

export interface MediaToAdd {
  file: File;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
}

/** Uploads an image or a video; `keys` are the queries of the lists it then appears in. */
export const useAddMedia = (endpoint: Endpoint, keys: readonly QueryKey[]) =>
  useChange((media: MediaToAdd) => upload(endpoint, {}, media), keys);

export const useDeleteMedia = (endpoint: Endpoint, keys: readonly QueryKey[]) =>
  useChange((id: number) => call(endpoint, { id }), keys);

const LOGIN = [['login-media'], ['login-background']];

export const useAddLoginMedia = () => useAddMedia(contract.addLoginMedia, LOGIN);
export const useDeleteLoginMedia = () => useDeleteMedia(contract.deleteLoginMedia, LOGIN);

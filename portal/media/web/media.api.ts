import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/call.ts';
import { upload, type Progress } from '../../../web/upload.ts';
import type { Endpoint } from '../../endpoint.ts';
import * as contract from '../media.contract.ts';

/** What the login page shows on its left side; null when nothing was chosen. */
export const useLoginBackground = () =>
  useQuery({
    queryKey: ['login-background'],
    queryFn: ({ signal }) => call(contract.getLoginBackground, {}, { signal }),
    staleTime: 60_000,
  });

export const useLoginMedia = () =>
  useQuery({ queryKey: ['login-media'], queryFn: ({ signal }) => call(contract.listLoginMedia, {}, { signal }) });

export interface MediaToAdd {
  file: File;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
}

/** Sends an image or a video; `keys` are the lists it then appears in. */
export function useAddMedia(endpoint: Endpoint, keys: readonly string[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (media: MediaToAdd) => upload(endpoint, {}, media),
    onSuccess: () => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

export function useDeleteMedia(endpoint: Endpoint, keys: readonly string[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(endpoint, { id }),
    onSuccess: () => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

const LOGIN = ['login-media', 'login-background'];

export const useAddLoginMedia = () => useAddMedia(contract.addLoginMedia, LOGIN);
export const useDeleteLoginMedia = () => useDeleteMedia(contract.deleteLoginMedia, LOGIN);

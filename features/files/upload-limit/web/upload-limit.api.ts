import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { getUploadLimit } from '../upload-limit.calls.ts';

const UPLOAD_LIMIT = ['upload-limit'] as const;

/** Refetched after every upload that ends. */
export const useUploadLimit = (isSending: boolean) =>
  useQuery({
    queryKey: [...UPLOAD_LIMIT, isSending],
    queryFn: ({ signal }) => call(getUploadLimit, {}, { signal }),
    staleTime: 0,
    enabled: !isSending,
  });

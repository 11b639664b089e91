import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { getDiskUse } from '../disk-use.calls.ts';

export const useDiskUse = () =>
  useQuery({
    queryKey: ['disk-use'],
    queryFn: ({ signal }) => call(getDiskUse, {}, { signal }),
    staleTime: 0,
  });

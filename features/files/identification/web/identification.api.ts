import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { pollEvery } from '../../../../web/client/polling.ts';
import { getIdentification } from '../identification.calls.ts';

/** An identification is ready after a few seconds and never changes afterwards. */
const WAITING_POLL_MS = 3000;

export const useIdentification = (fileId: number) => {
  const { refetchInterval, ...polling } = pollEvery(WAITING_POLL_MS);
  return useQuery({
    queryKey: ['file', fileId, 'identification'],
    queryFn: ({ signal }) => call(getIdentification, { id: fileId }, { signal }),
    ...polling,
    refetchInterval: (query) =>
      query.state.data === undefined || query.state.data.state === 'WAITING' ? refetchInterval(query) : false,
  });
};

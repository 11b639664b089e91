import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../../web/client/call.ts';
import { search, SEARCH_SHORTEST } from '../search.calls.ts';

/** Long enough that a word typed quickly causes one request. */
const PAUSE_MS = 150;

/** Returns what the server finds for a text, once typing has paused for a moment. */
export function useSearch(text: string) {
  const asked = usePaused(text.trim());
  const isLongEnough = asked.length >= SEARCH_SHORTEST;
  const query = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call(search, { text: asked }, { signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  return { data: isLongEnough ? query.data : undefined, isError: query.isError };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

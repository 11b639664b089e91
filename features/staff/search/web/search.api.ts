import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../../web/client/call.ts';
import { search, MIN_SEARCH_LENGTH } from '../search.calls.ts';

/** Long enough that a word typed quickly causes one request. */
const PAUSE_MS = 150;

/** Returns what the server finds for a text, once typing has paused for a moment. */
export function useSearch(text: string) {
  const pausedText = usePaused(text.trim());
  const isLongEnough = pausedText.length >= MIN_SEARCH_LENGTH;
  const query = useQuery({
    queryKey: ['search', pausedText],
    queryFn: ({ signal }) => call(search, { text: pausedText }, { signal }),
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

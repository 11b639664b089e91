import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../../contract/pages.schemas.ts';
import { call } from '../client/call.ts';
import { filterInput, type ListQuery, type ListSource } from './list-query.ts';

/**
 * Counts how many rows a search finds, after its first rows have loaded: up to 10000, or all of them on request.
 * `version` is the list's version; null if nothing has to be counted.
 */
export function useCount(source: ListSource, query: ListQuery, version: string | null) {
  const [countedWhole, setCountedWhole] = useState('');
  const input = filterInput(query, source);
  const search = JSON.stringify(input);
  const count = countedWhole === search ? 'exact' : '10000';
  const { data } = useQuery({
    queryKey: ['counts', ...source.queryKey, search, count, version],
    queryFn: ({ signal }) => call(source.endpoint, { ...input, count, limit: 1 }, { signal }) as Promise<Page<unknown>>,
    enabled: version !== null,
    // After a change, the old number stays until the new one is counted.
    placeholderData: (last, before) => (before?.queryKey.includes(search) ? last : undefined),
    staleTime: Infinity,
    gcTime: 0,
  });
  const totals = (version !== null && data?.totals) || undefined;
  return { totals, countAll: totals?.is_exact === false ? () => setCountedWhole(search) : undefined };
}

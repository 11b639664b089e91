import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../../portal/pages.schemas.ts';
import { call } from '../call.ts';
import { filterInput, type ListQuery, type ListSource } from './list-query.ts';

/**
 * How many rows a search finds, which is counted behind the first of them: up to 10000, and all once that is asked for.
 * `version` is that of the list; null: nothing is to be counted.
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
    // After a change the number stays until it is counted again.
    placeholderData: (last, before) => (before?.queryKey.includes(search) ? last : undefined),
    staleTime: Infinity,
    gcTime: 0,
  });
  const totals = (version !== null && data?.totals) || undefined;
  return { totals, countAll: totals?.is_exact === false ? () => setCountedWhole(search) : undefined };
}

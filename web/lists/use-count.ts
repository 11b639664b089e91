import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Page } from '../../contract/pages.ts';
import { call } from '../client/call.ts';
import { toFilterInput, type ListQuery, type ListSource } from './list-query.ts';

/**
 * Counts how many rows there are, after the first ones have loaded: up to 10000, or all of them on request. `first` is
 * the first page; null if all of its rows are counted.
 */
export function useCount(source: ListSource, query: ListQuery, first: Page<unknown> | null) {
  const [countedWhole, setCountedWhole] = useState('');
  const input = toFilterInput(query, source);
  const search = JSON.stringify(input);
  const count = countedWhole === search ? 'exact' : '10000';
  // Without a search, the server has counted up to 10000 already.
  const isCounted = first?.totals != null && first.totals.matching > first.rows.length;
  const version = first?.version ?? null;
  const { data } = useQuery({
    queryKey: ['counts', ...source.queryKey, search, count, version],
    queryFn: ({ signal }) => call(source.endpoint, { ...input, count, limit: 1 }, { signal }) as Promise<Page<unknown>>,
    enabled: first !== null && !(isCounted && count === '10000'),
    // After a change, the old number stays until the new one is counted.
    placeholderData: (last, before) => (before?.queryKey.includes(search) ? last : undefined),
    staleTime: Infinity,
    gcTime: 0,
  });
  const totals = (first !== null && data?.totals) || (isCounted ? first.totals : null) || undefined;
  return { totals, countAll: totals?.is_exact === false ? () => setCountedWhole(search) : undefined };
}

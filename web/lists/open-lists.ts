import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '../../portal/endpoint.ts';
import type { ListShape } from './list-shape.ts';
import { openLongList, type LongList } from './long-list.ts';

export interface ListSource {
  endpoint: Endpoint;
  shape: ListShape;
  queryKey: readonly string[];
}

const OPEN_LISTS = 'long-list';

export const keyOfOpen = ({ endpoint }: ListSource) => [OPEN_LISTS, endpoint.path];

/** Kept as long as the page's cache keeps what was loaded: whoever comes back sees it at once. */
export function openList(client: QueryClient, { endpoint, shape }: ListSource): LongList {
  closeRemoved(client);
  return openLongList(endpoint, shape);
}

const watched = new WeakSet<QueryClient>();

function closeRemoved(client: QueryClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryKey[0] === OPEN_LISTS) (query.state.data as LongList | undefined)?.close();
  });
}

import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { queryClient } from '../client/query-client.ts';

/** Waits until no call of a screen is pending; by then its responses are rendered. */
export const queriesSettled = () =>
  waitFor(() => expect([queryClient.isFetching(), queryClient.isMutating()]).toEqual([0, 0]));

import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { queryClient } from '../query-client.ts';

/** Until no call of a screen is on its way; what its response leads to is drawn by then. */
export const queriesSettled = () =>
  waitFor(() => expect([queryClient.isFetching(), queryClient.isMutating()]).toEqual([0, 0]));

import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Nothing } from '../../contract/fields.ts';
import { call } from './call.ts';
import { reportResponse } from './connection.ts';
import { queryClient } from './query-client.ts';

const callAt = (path: `/${string}`) =>
  endpoint({ method: 'GET', path, who: 'anyone', input: Nothing, reply: Done, summary: '', description: '' });
const [blocked, answered] = [callAt('/blocked'), callAt('/answered')];

function Screen() {
  useQuery({ queryKey: ['blocked'], queryFn: () => call(blocked, {}) });
  const { data } = useQuery({ queryKey: ['answered'], queryFn: () => call(answered, {}) });
  return <p>{data?.message}</p>;
}

test('a page on which one call never gets a response reloads the others every few seconds, not with every round', async () => {
  const request = vi.fn<(url: string) => Promise<Response>>(async (url) => {
    if (url.includes('blocked')) throw new TypeError('blocked by an extension');
    await new Promise((end) => setTimeout(end, 5));
    return Response.json({ message: 'here' });
  });
  vi.stubGlobal('fetch', request);
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('here')).toBeVisible();
  // The probe of the connection finds the portal, although the last call had no response.
  reportResponse();
  await new Promise((end) => setTimeout(end, 1000));
  expect(request.mock.calls.length).toBeLessThan(10);
});

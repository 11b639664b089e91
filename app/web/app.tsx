import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { queryClient } from '../../web/client/query-client.ts';
import { FaultBoundary } from './shell/fault-boundary.tsx';
import { LocalizedApp } from './localized-app.tsx';
import { Toaster } from '../../web/ui/toast.tsx';

/** The whole portal; `route` wraps its pages in a router, which is a different one when they are prerendered. */
export function App({ route }: { route: (pages: ReactNode) => ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {route(
          <FaultBoundary>
            <LocalizedApp />
          </FaultBoundary>,
        )}
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}

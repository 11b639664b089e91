import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, StrictMode, useSyncExternalStore } from 'react';
import { queryClient } from '../../web/client/query-client.ts';
import { FaultBoundary } from './shell/fault-boundary.tsx';
import { Toaster } from '../../web/ui/toast.tsx';
import { Routing } from './routing.tsx';
import { TestModeStrip } from './shell/test-mode-strip.tsx';
import { getCurrentLanguage, onLanguageChange } from '../../web/languages/text.ts';

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

/** The pages in the current language; changing the language redraws all of them. */
export function LocalizedApp() {
  return (
    <Fragment key={useSyncExternalStore(onLanguageChange, getCurrentLanguage, getCurrentLanguage)}>
      <TestModeStrip />
      <Routing />
    </Fragment>
  );
}

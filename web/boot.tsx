import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { registerServiceWorker } from './app-version.ts';
import { keepInstallPrompt } from './install-prompt.ts';
import { queryClient } from './query-client.ts';
import { Routing, bringFirstScreen } from './routing.tsx';
import { FaultBoundary } from './shell/fault-boundary.tsx';
import { Toaster } from './ui/toast.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

bringFirstScreen(window.location.pathname);
keepInstallPrompt();
// While developing, a kept version would only be in the way.
if (import.meta.env.PROD) window.addEventListener('load', () => void registerServiceWorker());

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <FaultBoundary>
          <Routing />
        </FaultBoundary>
      </BrowserRouter>
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);

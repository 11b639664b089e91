import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { registerServiceWorker } from './app-version.ts';
import { keepInstallPrompt } from './install-prompt.ts';
import { prepareDates } from './languages/dates.ts';
import { bringLanguage, chosenLanguage } from './languages/languages.ts';
import { queryClient } from './query-client.ts';
import { bringFirstScreen } from './routing.tsx';
import { getSession } from './session.ts';
import { FaultBoundary } from './shell/fault-boundary.tsx';
import { Spoken } from './spoken.tsx';
import { Toaster } from './ui/toast.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const firstScreen = bringFirstScreen(window.location);
keepInstallPrompt();
// While developing, a kept version would only be in the way.
if (import.meta.env.PROD) window.addEventListener('load', () => void registerServiceWorker());

const language = chosenLanguage();
// What cannot be brought is said in English.
const spoken = language === 'en' ? null : bringLanguage(language).catch(complain);
void Promise.all([spoken, Promise.race([firstScreen, patience()])])
  // A step of its own, so that a slow phone is never still for the time of this and of what has just come.
  .then(() => setTimeout(draw, 0, root));

if (getSession() !== null) setTimeout(() => prepareDates(language), 0);

/**
 * The frame, the screen and its first rows are drawn at once when they come soon after each other: drawn one by one,
 * each would be measured and painted anew. What takes longer is not waited for.
 */
function patience(): Promise<void> {
  return new Promise((end) => setTimeout(end, 500));
}

function complain(error: unknown): void {
  console.error('The language could not be loaded', error);
}

function draw(into: HTMLElement): void {
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <FaultBoundary>
            <Spoken />
          </FaultBoundary>
        </BrowserRouter>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
  // In slices: at once, the first drawing would block a slow phone for four times as long.
  startTransition(() => createRoot(into).render(app));
}

import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { registerServiceWorker } from '../../web/client/app-version.ts';
import { keepGivenReplies } from '../../web/client/early-replies.ts';
import { screenHydrated } from '../../web/client/hydrated.ts';
import { keepInstallPrompt } from '../../web/client/install-prompt.ts';
import { prepareDates } from '../../web/languages/dates.ts';
import { loadLanguage, getChosenLanguage } from '../../web/languages/languages.ts';
import { loadFirstScreen } from './routing.tsx';
import { getSession } from '../../web/client/session.ts';
import { getCurrentLanguage } from '../../web/languages/text.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

keepGivenReplies(document.documentElement.dataset.drawn ? screenHydrated : Promise.resolve());
const firstScreen = loadFirstScreen(window.location);
keepInstallPrompt();
// During development, a cached version would only get in the way.
if (import.meta.env.PROD) window.addEventListener('load', () => void registerServiceWorker());

const language = getChosenLanguage();
// When the catalogue cannot be loaded, the portal is shown in English.
const catalogue = language === 'en' ? null : loadLanguage(language).catch(logLanguageError);
void Promise.all([catalogue, Promise.race([firstScreen, waitForTimeout()])])
  // Runs as a separate task, so that a slow phone is not blocked by drawing and by the code just loaded in one go.
  .then(() => setTimeout(draw, 0, root));

if (getSession() !== null) setTimeout(() => prepareDates(language), 0);

/**
 * Resolves after 500 ms. If the frame, the screen and its first rows arrive by then, they are drawn together instead
 * of being laid out and painted one after the other. Anything slower is not waited for.
 */
function waitForTimeout(): Promise<void> {
  return new Promise((end) => setTimeout(end, 500));
}

function logLanguageError(error: unknown): void {
  console.error('The language could not be loaded', error);
}

function draw(into: HTMLElement): void {
  const app = <App route={(pages) => <BrowserRouter>{pages}</BrowserRouter>} />;
  // Drawn in slices: drawn in one go, the first render would block a slow phone four times as long.
  startTransition(() => {
    if (isPrerendered()) hydrateRoot(into, app);
    else createRoot(clearPrerendered(into)).render(app);
  });
}

/** Whether the page was prerendered for this reader (public/theme.js) and in the current language. */
function isPrerendered(): boolean {
  const { dataset, lang } = document.documentElement;
  return Boolean(dataset.drawn) && lang === getCurrentLanguage();
}

/** Removes what was prerendered for another kind of reader; it has not been visible. */
function clearPrerendered(into: HTMLElement): HTMLElement {
  const { dataset } = document.documentElement;
  if (dataset.drawn !== undefined) into.replaceChildren();
  delete dataset.drawn;
  return into;
}

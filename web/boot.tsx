import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { registerServiceWorker } from './app-version.ts';
import { keepGivenReplies } from './early-replies.ts';
import { screenTakenOver } from './hydrated.ts';
import { keepInstallPrompt } from './install-prompt.ts';
import { prepareDates } from './languages/dates.ts';
import { loadLanguage, chosenLanguage } from './languages/languages.ts';
import { loadFirstScreen } from './routing.tsx';
import { getSession } from './session.ts';
import { currentLanguage } from './text.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

keepGivenReplies(document.documentElement.dataset.drawn ? screenTakenOver : Promise.resolve());
const firstScreen = loadFirstScreen(window.location);
keepInstallPrompt();
// While developing, a cached version would only be in the way.
if (import.meta.env.PROD) window.addEventListener('load', () => void registerServiceWorker());

const language = chosenLanguage();
// Without its catalogue the portal is in English.
const catalogue = language === 'en' ? null : loadLanguage(language).catch(logLanguageError);
void Promise.all([catalogue, Promise.race([firstScreen, patience()])])
  // A step of its own, so that a slow phone is never still for the time of this and of what has just come.
  .then(() => setTimeout(draw, 0, root));

if (getSession() !== null) setTimeout(() => prepareDates(language), 0);

/**
 * The frame, the screen and its first rows are drawn at once when they come soon after each other: drawn one by one,
 * each would be measured and painted again. What takes longer is not waited for.
 */
function patience(): Promise<void> {
  return new Promise((end) => setTimeout(end, 500));
}

function logLanguageError(error: unknown): void {
  console.error('The language could not be loaded', error);
}

function draw(into: HTMLElement): void {
  const app = <App route={(pages) => <BrowserRouter>{pages}</BrowserRouter>} />;
  // In slices: at once, the first drawing would block a slow phone for four times as long.
  startTransition(() => {
    if (isDrawnAhead()) hydrateRoot(into, app);
    else createRoot(cleared(into)).render(app);
  });
}

/** Whether the page is there already and is this reader's (public/theme.js), in the language that is spoken here. */
function isDrawnAhead(): boolean {
  const { dataset, lang } = document.documentElement;
  return Boolean(dataset.drawn) && lang === currentLanguage();
}

/** Takes away what was drawn ahead for another reader, which has not been seen. */
function cleared(into: HTMLElement): HTMLElement {
  const { dataset } = document.documentElement;
  if (dataset.drawn !== undefined) into.replaceChildren();
  delete dataset.drawn;
  return into;
}

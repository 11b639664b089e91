import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { LANGUAGES } from '../../contract/languages.ts';
import { App } from './app.tsx';
import { loadLanguage } from '../../web/languages/languages.ts';
import { loadFirstScreen } from './routing.tsx';

/** The public pages. Those behind mailed links are drawn with a token in the address; without one they redirect. */
const PAGES: readonly { path: string; screen: string; isOfLink?: boolean }[] = [
  { path: '/login', screen: 'accounts/web/login' },
  { path: '/register', screen: 'accounts/web/register' },
  { path: '/forgot-password', screen: 'accounts/web/forgot-password' },
  { path: '/reset-password', screen: 'accounts/web/reset-password', isOfLink: true },
  { path: '/activate-account', screen: 'accounts/web/activate-account', isOfLink: true },
  { path: '/confirm-email', screen: 'accounts/web/confirm-email', isOfLink: true },
  { path: '/changes', screen: 'files/changes/web/shared-changes', isOfLink: true },
  { path: '/supported-ecus', screen: 'files/first-look/web/supported-ecus' },
];

export interface DrawnPage {
  path: string;
  language: string;
  isOfLink: boolean;
  /** The module of the page's screen, as the build names it. */
  module: string;
  /** The HTML inside #root. */
  html: string;
}

/** Prerenders every public page in every language, as a visitor sees it before the scripts are loaded. */
export async function drawPages(): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = [];
  for (const { code: language } of LANGUAGES) {
    await loadLanguage(language);
    for (const { path, screen, isOfLink = false } of PAGES) {
      const html = await draw(path, isOfLink ? '?token=drawn-ahead' : '');
      drawn.push({ path, language, isOfLink, module: `../../features/${screen}.screen.tsx`, html });
    }
  }
  return drawn;
}

async function draw(pathname: string, search: string): Promise<string> {
  await loadFirstScreen({ pathname, search });
  const faults: unknown[] = [];
  const { prelude } = await prerender(
    <App route={(pages) => <StaticRouter location={pathname + search}>{pages}</StaticRouter>} />,
    {
      // Rendered in one piece: chunks would be moved into place by inline scripts, which the portal's CSP blocks.
      progressiveChunkSize: Infinity,
      onError: (fault) => void faults.push(fault),
    },
  );
  const html = await new Response(prelude).text();
  if (faults.length > 0) throw faults[0];
  if (html.includes('<script') || !html.includes('<h1')) throw new Error(`${pathname} was not drawn whole: ${html}`);
  // The portal's CSP blocks style attributes in HTML, but not styles that a script sets.
  if (html.includes(' style="')) throw new Error(`${pathname} has a style attribute: ${html}`);
  return html;
}

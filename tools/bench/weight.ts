// How much JavaScript each screen loads into a browser with an empty cache; fails when a limit is exceeded.
// npm run bench -- weight [--write]
import { DESK, PHONE, openBrowser, openPage } from '../../journeys/browser.ts';
import { DEMO_CUSTOMERS, startPortal } from '../../journeys/portal.ts';
import { openScreen } from '../../journeys/open-screen.ts';
import { keepSession, listScreens, signIn, type Screen } from '../../journeys/screens.ts';
import { countScripts, inKilobytes, limitBytesOf, checkWeight } from '../../journeys/weight.ts';
import { markdownTable, wideTable, writeSection } from './write-section.ts';

/** The states of a file load the same program, so only the heaviest of each kind of screen counts. */
const kindOf = ({ name }: Screen) => name.split(' ')[0] ?? name;

const portal = await startPortal({ DEMO: '1' });
const browser = await openBrowser();
const heaviest = new Map<string, number>();
try {
  for (const screen of await listScreens(portal, DEMO_CUSTOMERS)) {
    const { page, context } = await openPage(browser, portal.url, { isStill: true });
    if (screen.user !== null) await keepSession(context, await signIn(portal, screen.user));
    const scripts = countScripts(page);
    await openScreen(page, screen.path);
    // Code that a screen loads on its own shortly after it appears belongs to it, and so does what only a phone needs.
    for (const viewport of [DESK, PHONE]) {
      await page.setViewportSize(viewport);
      await page.waitForTimeout(1000);
    }
    heaviest.set(kindOf(screen), Math.max(heaviest.get(kindOf(screen)) ?? 0, scripts.bytes()));
    await context.close();
  }
} finally {
  await browser.close();
  await portal.stop();
}

const rows = [...heaviest].map(
  ([name, bytes]) => `| ${name} | ${inKilobytes(bytes)} | ${inKilobytes(limitBytesOf(name)).replace('.0', '')} |`,
);
const table = markdownTable(['Screen', 'kB', 'limit'], rows);
console.log(`\nJavaScript per screen in a cold browser, gzip\n\n${table}\n`);
if (process.argv.includes('--write')) {
  writeSection('JavaScript per screen', [
    `${new Date().toISOString().slice(0, 10)} · \`npm run bench -- weight --write\` · Node ${process.versions.node}, headless Chromium ${browser.version()}`,
    'Every script that a browser with an empty cache asks for until the screen is filled and the network is quiet, each compressed by gzip on its own (1 kB = 1000 bytes). Where a screen has several states, the heaviest. The limits are checked by the journey over all screens as well.',
    wideTable(['Screen', 'kB', 'limit'], rows, 4),
  ]);
}
const findings = [...heaviest].map(([name, bytes]) => checkWeight(name, bytes)).filter((finding) => finding !== null);
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;

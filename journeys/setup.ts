import { afterEach } from 'vitest';
import { takeReports } from './browser.ts';

/** On whatever screen, in whatever theme: nothing of the portal may need what its policy does not allow. */
afterEach(() => {
  const reports = takeReports();
  if (reports.length > 0) throw new Error(reports.join('\n'));
});

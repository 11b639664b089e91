import { afterEach } from 'vitest';
import { takeReports } from './browser.ts';

/** Fails a test if any screen needed something that the portal's content security policy does not allow. */
afterEach(() => {
  const reports = takeReports();
  if (reports.length > 0) throw new Error(reports.join('\n'));
});

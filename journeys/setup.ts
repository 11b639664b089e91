import { afterEach } from 'vitest';
import { describeOpenPages, takeReports } from './browser.ts';

/** A failed test says what its pages were showing: a further error, so that reports have it too. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') throw new Error(`The open pages showed:\n${await describeOpenPages()}`);
});

/** Fails a test if any screen needed something that the portal's content security policy does not allow. */
afterEach(() => {
  const reports = takeReports();
  if (reports.length > 0) throw new Error(reports.join('\n'));
});

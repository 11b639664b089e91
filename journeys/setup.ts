import { afterEach } from 'vitest';
import { describeOpenPages, takeReports } from './browser.ts';

/** A failed test shows what its pages were showing. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    console.error(`${task.name} failed while the open pages showed:\n${await describeOpenPages()}`);
});

/** Fails a test if any screen needed something that the portal's content security policy does not allow. */
afterEach(() => {
  const reports = takeReports();
  if (reports.length > 0) throw new Error(reports.join('\n'));
});

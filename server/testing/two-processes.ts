import { startTestApp, type TestApp } from './app.ts';

export interface TwoProcesses {
  one: TestApp;
  other: TestApp;
  stop: () => Promise<void>;
}

/** Two processes of one portal: they have a database and a folder in common, and nothing else. */
export async function startTwoProcesses(): Promise<TwoProcesses> {
  const one = await startTestApp();
  const other = await startTestApp({}, { beside: one });
  const stop = async () => {
    await other.stop();
    await one.stop();
  };
  return { one, other, stop };
}

import type { EventFeed } from '../events/event-feed.ts';
import { createVersions } from '../events/versions.ts';

/** A feed on which nothing ever arrives, so that nothing is cached either. */
export const quietFeed = (): EventFeed => ({
  listen: async () => () => undefined,
  onStreamDisplaced: () => undefined,
  onAccessChange: () => undefined,
  versions: createVersions(),
  watch: () => undefined,
  readListVersion: async () => null,
  catchUp: async () => undefined,
  stop: async () => undefined,
});

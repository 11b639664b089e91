import { describe, test } from 'vitest';
import { openAllScreens, listOwnScreens } from '../all-screens.ts';
import { loseNetwork } from '../lost-network.ts';
import { VISITORS } from '../screens.ts';

openAllScreens();

describe('the network is lost during use and comes back', () => {
  test.concurrent.for(VISITORS)(
    'every screen of %s shows it, stays unchanged, and is live again within 3 s',
    { timeout: 300_000 },
    async ([, user], { expect }) => expect(await loseNetwork(user, listOwnScreens(user))).toEqual([]),
  );
});

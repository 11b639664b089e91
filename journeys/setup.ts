import { afterEach, expect } from 'vitest';
import { takeReports } from './browser.ts';

/** On whatever screen, in whatever theme: nothing of the portal may need what its policy does not allow. */
afterEach(() => expect(takeReports()).toEqual([]));

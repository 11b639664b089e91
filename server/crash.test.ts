import { testCrash } from './testing/crash.ts';

testCrash({ people: 6, rounds: 1 });

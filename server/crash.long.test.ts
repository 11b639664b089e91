import { testCrash } from './testing/crash.ts';

testCrash({ people: 20, rounds: 2 });

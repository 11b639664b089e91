// The last lines of .ci/run: what failed in `npm test` and in `npm run test:long`, and the sum over both.
import { listedFailures, sumTotals, totalLine } from './reports.mjs';

const totals = sumTotals();
console.log(`${listedFailures(totals.failures)}\n${totalLine(totals)}`);

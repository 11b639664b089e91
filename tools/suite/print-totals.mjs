// The last lines of .ci/run: what failed in `npm test` and in `npm run test:long`, and the sum over both.
import { composeClosingLines, sumTotals } from './reports.mjs';

process.stdout.write(composeClosingLines(sumTotals()));

// The last line of .ci/run: the sum over `npm test` and `npm run test:long`.
import { sumTotals, totalLine } from './reports.mjs';

console.log(totalLine(sumTotals()));

// Every malformed form to every call that takes a file; `npm test` sends each to some of them.
import './malformed.test.ts';

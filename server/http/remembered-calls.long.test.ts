// Every write, repeated and twice at once with one key; `npm test` does so with a few of them.
import './remembered-calls.test.ts';

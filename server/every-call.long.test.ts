// Every call with every bad token, address, body and end of a session; `npm test` tries a few of them on each call.
import './every-call.test.ts';

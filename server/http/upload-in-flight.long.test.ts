// Every call that takes a file with every end of a session; `npm test` tries each call with one of them.
import './upload-in-flight.test.ts';

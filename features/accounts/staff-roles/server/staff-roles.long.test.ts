// Every built-in role makes every call; `npm test` tries one of them.
import './staff-roles.test.ts';

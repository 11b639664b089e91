// Every built-in role opens every screen; `npm test` tries one of them.
import './staff-role-screens.test.tsx';

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files where leaving loses nothing that was typed or chosen, each with the reason. */
const EXEMPT: Record<string, string> = {
  'features/accounts/web/login.screen.tsx': 'before the login: two words',
  'features/accounts/web/link-google-form.tsx': 'before the login: a password',
  'features/accounts/web/continuation/continue.screen.tsx': 'before the login: a code',
  'features/accounts/web/second-factor/second-step-form.tsx': 'before the login: a code',
  'features/accounts/web/second-factor/password-and-code-form.tsx':
    'a password and a code, which is another one by then',
  'features/accounts/web/second-factor/rename-passkey-form.tsx': 'one name, which is typed again',
  'features/accounts/web/forgot-password.screen.tsx': 'before the login: an address',
  'features/accounts/web/reset-password.screen.tsx': 'before the login: a password',
  'features/accounts/web/register.screen.tsx': 'before the login: the browser fills it in',
  'features/dtc-off/web/choose-ecu-file.tsx': 'nothing is typed; a file is chosen again',
  'features/catalogue/web/price-form.tsx': 'one number in a row, which is typed again',
  'features/files/page/web/work-tabs.tsx': 'one choice, which shows the other view at once',
  'features/files/hex/web/changed-maps.tsx': 'nothing is typed; definition files are chosen again',
  'features/files/further/web/chosen-further-files.tsx': 'nothing is typed; a file is chosen again',
  'features/dtc-off/web/repair-choice.tsx': 'one choice; the page is held by its refresh guard',
  'features/accounts/personal-data/web/erase-user-dialog.tsx': 'a name, which is typed only to confirm',
  'features/staff/work/web/take-next-choice.tsx': 'every tick is stored at once',
  'features/messaging/web/notification-choices.tsx': 'every tick is stored at once',
  'features/files/web/bulk-assign.tsx': 'nothing is typed; one choice, which is made again',
  'features/files/first-look/web/file-trial.tsx': 'nothing is typed; the file is read at once',
  'features/files/first-look/web/first-look.tsx': 'nothing is typed; the file is read at once',
  'features/payments/web/buy-amount.tsx': 'one choice, which leads on at once',
  'features/payments/web/buy-for-file.tsx': 'one choice, which leads on at once',
  'features/payments/web/payment-form.tsx': 'nothing is typed',
  'features/files/delivery/web/ordered-codes.tsx': 'one choice, which leads on at once',
  'features/payments/web/sandbox-checkout.screen.tsx': 'one choice, which leads on at once',
  'features/staff/audit/web/audit.screen.tsx': 'search',
  'features/credits/web/ledger-filter.tsx': 'search',
  'features/credits/web/credits-statement.screen.tsx': 'search',
  'features/dtc-off/web/dtc-card.tsx': 'search; the page is held by its refresh guard',
  'features/dtc-off/web/dtc-report.tsx': 'pasted from elsewhere; the page is held by its refresh guard',
  'features/dtc-off/web/file-analysis.tsx': 'one choice, which leads on at once',
  'features/accounts/security-log/web/security-log.screen.tsx': 'search',
  'features/shop/reports/web/admin-reports.screen.tsx': 'search',
  'web/lists/period-fields.tsx': 'search',
  'app/web/shell/palette.tsx': 'search',
};

/** Files whose input belongs to the form in another file. */
const PARTS: Record<string, string> = {
  'features/accounts/staff-roles/web/staff-role-select.tsx': 'features/accounts/web/edit-user-form.tsx',
  'features/accounts/web/account-fields.tsx': 'features/accounts/web/edit-user-form.tsx',
  'features/accounts/staff-roles/web/capability-choices.tsx':
    'features/accounts/web/access-tokens/create-token-dialog.tsx',
  'features/accounts/web/balance-field.tsx': 'features/accounts/web/edit-user-form.tsx',
  'features/accounts/web/phone-fields.tsx': 'features/accounts/web/personal-information-form.tsx',
  'features/catalogue/web/admin-standard-solutions.screen.tsx':
    'features/catalogue/web/admin-standard-solutions.screen.tsx',
  'features/catalogue/web/admin-solution-form.tsx': 'features/catalogue/web/admin-solution-form.tsx',
  'features/files/review/web/admin-attachment.tsx': 'features/files/review/web/admin-deliver.tsx',
  'features/files/review/web/admin-deliver.tsx': 'features/files/review/web/admin-deliver.tsx',
  'features/files/web/admin-file-dialog.tsx': 'features/files/review/web/admin-deliver.tsx',
  'features/files/review/web/modified-check.tsx': 'features/files/review/web/admin-upload-modified.tsx',
  'features/files/upload/web/dtc-field.tsx': 'features/files/upload/web/upload.screen.tsx',
  'features/files/upload/web/solution-picker.tsx': 'features/files/upload/web/upload.screen.tsx',
  'features/files/upload/web/upload-form.tsx': 'features/files/upload/web/upload.screen.tsx',
  'features/files/upload/web/vehicle-form.tsx': 'features/files/upload/web/upload.screen.tsx',
  'features/messaging/web/admin-mail-body.tsx': 'features/messaging/web/admin-email.screen.tsx',
  'features/messaging/web/admin-mail-tools.tsx': 'features/messaging/web/admin-email.screen.tsx',
};

const FORM =
  /<(form|input|textarea|TextArea|TextInput|PasswordInput|Select|Combobox|CheckboxCard|CheckboxRow|DropZone|FileFormDialog)\b|\buseForm\b|\buseSmallForm\b/;

/**
 * Files that only provide controls for others, or set how a list or this device displays things, which is stored at
 * once.
 */
const NO_FORM = [
  /^web\/ui\//,
  /^web\/languages\/language-choice\.tsx$/,
  /^web\/lists\/selection\.tsx$/,
  /\/admin-recipients\.tsx$/,
];

const cwd = new URL('..', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${cwd}${path}`, 'utf8');

test('every form asks before changes are lost, stores them as a draft, or is exempt for a stated reason', () => {
  const sources = globSync(['{app,features,web}/**/*.tsx'], { cwd });
  const tests = sources.filter((path) => path.endsWith('.test.tsx')).map(read);
  const forms = sources.filter(
    (path) => !path.endsWith('.test.tsx') && !NO_FORM.some((place) => place.test(path)) && FORM.test(read(path)),
  );
  const isChecked = (path: string) =>
    tests.some((text) =>
      [...text.matchAll(/expect(?:Guarded|Draft)\([\s\S]*?\bof: '([^']+)'/g)].some(([, of]) => of === path),
    );
  expect(forms.length).toBeGreaterThan(40);
  expect(forms.filter((path) => !(path in EXEMPT) && !isChecked(PARTS[path] ?? path))).toEqual([]);
  // A file that is no longer a form needs no reason.
  expect([...Object.keys(EXEMPT), ...Object.keys(PARTS)].filter((path) => !forms.includes(path))).toEqual([]);
});

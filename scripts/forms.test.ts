import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files where leaving loses nothing that was typed or chosen, each with the reason. */
const EXEMPT: Record<string, string> = {
  'portal/accounts/web/login.screen.tsx': 'before the login: two words',
  'portal/accounts/web/link-google-form.tsx': 'before the login: a password',
  'portal/accounts/web/forgot-password.screen.tsx': 'before the login: an address',
  'portal/accounts/web/reset-password.screen.tsx': 'before the login: a password',
  'portal/accounts/web/register-form.tsx': 'before the login: the browser fills it in',
  'portal/accounts/web/register-fields.tsx': 'part of register-form',
  'portal/dtc-off/web/choose-ecu-file.tsx': 'nothing is typed; a file is chosen again',
  'portal/further-files/web/chosen-further-files.tsx': 'nothing is typed; a file is chosen again',
  'portal/dtc-off/web/declare-use.tsx': 'one choice, which leads on at once',
  'portal/dtc-off/web/repair-choice.tsx': 'one choice; the page is held by its refresh guard',
  'app/personal-data/web/erase-user-dialog.tsx': 'a name, which is typed only to confirm',
  'portal/notes/web/tags.tsx': 'one word, which is added at once',
  'portal/messaging/web/notification-choices.tsx': 'every tick is stored at once',
  'portal/files/web/bulk-assign.tsx': 'nothing is typed; one choice, which is made again',
  'portal/payments/web/amount-choice.tsx': 'one choice, which leads on at once',
  'portal/payments/web/buy-for-file.tsx': 'one choice, which leads on at once',
  'portal/payments/web/payment-form.tsx': 'nothing is typed',
  'portal/proposals/web/ordered-codes.tsx': 'one choice, which leads on at once',
  'portal/payments/web/sandbox-checkout.screen.tsx': 'one choice, which leads on at once',
  'portal/audit/web/audit-filter.tsx': 'search',
  'portal/credits/web/ledger-filter.tsx': 'search',
  'portal/credits/web/credits-statement.screen.tsx': 'search',
  'portal/dtc-off/web/dtc-card.tsx': 'search; the page is held by its refresh guard',
  'portal/dtc-off/web/dtc-report.tsx': 'pasted from elsewhere; the page is held by its refresh guard',
  'portal/dtc-off/web/select-ecu-model.tsx': 'one choice, which leads on at once',
  'portal/security/web/security-filter.tsx': 'search',
  'app/reports/web/period-of-months.tsx': 'search',
  'web/lists/period-fields.tsx': 'search',
  'web/shell/palette.tsx': 'search',
};

/** Files whose input belongs to the form in another file. */
const PARTS: Record<string, string> = {
  'portal/accounts/web/balance-field.tsx': 'portal/accounts/web/edit-user-form.tsx',
  'portal/accounts/web/edit-user-fields.tsx': 'portal/accounts/web/edit-user-form.tsx',
  'portal/accounts/web/phone-fields.tsx': 'portal/accounts/web/personal-information-form.tsx',
  'portal/catalogue/web/standard-solution-rows.tsx': 'portal/catalogue/web/admin-standard-solutions.screen.tsx',
  'portal/catalogue/web/admin-image-picker.tsx': 'portal/catalogue/web/admin-solution-form.tsx',
  'portal/review/web/admin-attachment.tsx': 'portal/review/web/admin-set-feasibility.tsx',
  'portal/review/web/admin-feasibility-fields.tsx': 'portal/review/web/admin-set-feasibility.tsx',
  'portal/files/web/admin-file-dialog.tsx': 'portal/review/web/admin-set-feasibility.tsx',
  'portal/review/web/free-of-charge.tsx': 'portal/review/web/admin-set-feasibility.tsx',
  'portal/review/web/modified-check.tsx': 'portal/review/web/admin-upload-modified.tsx',
  'portal/upload/web/dtc-field.tsx': 'portal/upload/web/upload.screen.tsx',
  'portal/upload/web/solution-picker.tsx': 'portal/upload/web/upload.screen.tsx',
  'portal/upload/web/upload-form.tsx': 'portal/upload/web/upload.screen.tsx',
  'portal/upload/web/vehicle-form.tsx': 'portal/upload/web/upload.screen.tsx',
  'portal/messaging/web/admin-mail-body.tsx': 'portal/messaging/web/admin-email.screen.tsx',
  'portal/messaging/web/admin-mail-sheet.tsx': 'portal/messaging/web/admin-email.screen.tsx',
  'portal/messaging/web/admin-mail-tools.tsx': 'portal/messaging/web/admin-email.screen.tsx',
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
  const sources = globSync(['web/**/*.tsx', '{app,portal}/**/*.tsx'], { cwd });
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

/**
 * Modules that share a file of the build with related ones: every file costs the browser a request and some time. A
 * folder ends with a slash and includes its content, except what is listed itself. Modules listed nowhere come with the
 * screens that use them. bundles.test.ts fails for a path that no longer exists.
 */
export const BUNDLES = {
  /** What every page after the login shows around its content. */
  frame: [
    'features/staff/dashboard/web/waiting.api.ts',
    'features/accounts/web/unread.api.ts',
    'features/messaging/notifications.calls.ts',
    'features/messaging/web/notifications.api.ts',
    'features/messaging/web/push.ts',
    'features/staff/work/work-filter.ts',
    'web/languages/numbers.ts',
    'web/client/download.ts',
    'web/client/live-queries.ts',
    'app/web/shell/',
    'web/frame/actions.ts',
    'web/ui/badge.tsx',
    'web/ui/checkbox-row.tsx',
    'web/ui/confirm-dialog.tsx',
    'web/ui/cut-text.tsx',
    'web/ui/table-states.tsx',
    'web/ui/file-name.tsx',
    'web/ui/lazy-dialog.tsx',
    'web/ui/opened-menu.tsx',
    'web/ui/menu.tsx',
    'web/ui/modal.tsx',
    'web/ui/next-step.tsx',
    'web/ui/opener.ts',
    'web/ui/page-header.tsx',
    'web/ui/rich-text.tsx',
    'web/ui/single-keys.ts',
    'web/ui/skeleton-shapes.tsx',
    'web/ui/skeleton.tsx',
    'web/ui/time.tsx',
    'web/client/upload.ts',
    'features/staff/dashboard/dashboard.calls.ts',
    'features/files/file-fields.ts',
    'features/files/files.calls.ts',
    'features/files/files.rules.ts',
    'features/messaging/emails.calls.ts',
    'features/messaging/messaging.calls.ts',
    'features/files/review/review.calls.ts',
    'features/files/review/review.rules.ts',
    'features/tickets/queue.calls.ts',
    'features/tickets/tickets.calls.ts',
    'features/tickets/tickets.rules.ts',
    'features/tickets/ticket.ts',
    'features/messaging/web/unread-mark.tsx',
  ],
  /** Separate from the library of forms, which not every form with a schema needs. */
  schemas: ['features/accounts/account-fields.ts', 'contract/fields.ts', 'web/ui/form.ts'],
  /** What every page has, including those before the login. */
  pages: [
    'features/accounts/accounts.calls.ts',
    'features/accounts/email.rules.ts',
    'features/accounts/web/accounts.api.ts',
    'features/accounts/web/sign-in.api.ts',
    'features/shop/settings.calls.ts',
    'features/shop/web/settings.api.ts',
    'features/shop/web/undecided-note.tsx',
    'web/client/device.ts',
    'web/languages/time-zone.ts',
    'web/client/polling.ts',
    'web/client/refresh-guard.ts',
    'web/frame/brand.tsx',
    'features/shop/web/footer.tsx',
    'features/accounts/web/greeting.tsx',
    'web/frame/main-area.tsx',
    'web/frame/offline-strip.tsx',
    'web/ui/text-input.tsx',
    'web/frame/shop.ts',
    'app/web/shell/test-mode-strip.tsx',
    'web/client/hydrated.ts',
    'web/ui/dark-mode.ts',
    'web/ui/popover-position.ts',
    'web/ui/loading-marks.ts',
    'web/ui/missing-part.ts',
    'web/client/unsaved-guard.ts',
  ],
  /** Separate, because the login page refuses nothing by itself. */
  refusals: ['contract/refusal.ts', 'web/client/refusal-text.ts'],
  /** The entry point to the queue. */
  queues: [
    'features/staff/work/web/take-next.ts',
    'features/tickets/web/queue-everywhere.tsx',
    'features/tickets/web/tickets.api.ts',
    'features/tickets/web/ticket-pages.tsx',
  ],
  /** What tables consist of. */
  tables: [
    'contract/csv.ts',
    'web/frame/record-link.tsx',
    'web/ui/folded-filter.tsx',
    'web/ui/list-toolbar.tsx',
    'web/ui/row-badge.tsx',
    'web/ui/row-icons.css',
    'web/ui/search-input.tsx',
    'web/ui/table-cards.tsx',
    'web/ui/table-column.ts',
    'web/ui/table-fit.ts',
    'web/ui/table-row-link.tsx',
    'web/ui/table-rows.tsx',
    'web/ui/table-slots.ts',
    'web/ui/table-sort.ts',
    'web/ui/table-window.ts',
    'web/ui/table.css',
    'web/ui/table.tsx',
    'web/ui/view-column.tsx',
  ],
  /** The columns of files and tickets. */
  rows: [
    'features/files/web/file-columns.tsx',
    'features/staff/work/target-kinds.ts',
    'features/staff/work/web/work-columns.tsx',
    'features/tickets/web/tickets-table.tsx',
  ],
  /** What both pages of a file show. */
  file: [
    'features/files/identification/read-findings.rules.ts',
    'features/files/identification/web/read-findings.tsx',
    'web/ui/description-list.tsx',
  ],
  /** What is read from a file. */
  reading: [
    'features/files/file-field-labels.ts',
    'features/files/identification/contradictions.rules.ts',
    'features/files/identification/identification.calls.ts',
    'features/files/identification/identification.rules.ts',
  ],
  /** What the check of a modified file has found. */
  findings: [
    'features/files/review/findings.rules.ts',
    'features/files/review/plain-findings.rules.ts',
    'features/files/review/web/findings-list.tsx',
    'features/files/review/web/version-findings.tsx',
  ],
  /** Parts of pages with much to do. */
  parts: ['web/ui/action-bar.tsx', 'web/ui/copy-text.tsx', 'web/ui/folded.tsx'],
  /** A list to choose from by typing. */
  combobox: ['web/ui/combobox-behaviour.ts', 'web/ui/combobox-options.ts', 'web/ui/combobox.tsx'],
  /** What is written stays through a visit elsewhere. */
  writing: ['contract/visible-text.ts', 'web/client/drafts.ts'],
  /** Where a file can be dropped. */
  drop: ['web/client/handed-file.ts', 'web/ui/drop-anywhere.tsx'],
  /** Separate from the table: loads further rows of the database's lists. Not every list has a selection. */
  lists: ['web/lists/request-rows-first.ts', 'web/lists/list-query.ts', 'web/lists/use-list-pages.ts'],
  /** Both are small; a separate file for each would add another name to every page, including the login. */
  downloads: ['web/lists/csv-download.tsx', 'web/ui/download-button.tsx'],
  further: ['features/files/further/web/chosen-further-files.tsx', 'features/files/further/web/kind-texts.tsx'],
  /** Parts of the shell that login and register show: bundled with the frame, they would load all of it. */
  own: [
    'features/catalogue/media/web/entrance-media.tsx',
    'features/accounts/web/entrance.tsx',
    'app/web/shell/fault-boundary.tsx',
    'web/frame/loading-text.tsx',
  ],
} as const satisfies Record<string, readonly string[]>;

/**
 * Screens of staff, who are few and mostly at a desk, and other rarely needed code. Phones do not precache them, nor
 * files of the build named `admin-…`, nor what only these lead to.
 */
export const NOT_STORED = [
  'features/accounts/common-passwords.ts',
  'features/accounts/security-log/web/security-log.screen.tsx',
  'features/accounts/staff-roles/web/left-out.screen.tsx',
  'features/accounts/staff-roles/web/staff-roles.screen.tsx',
  'features/accounts/web/all-users.screen.tsx',
  'features/credits/web/credits-ledger.screen.tsx',
  'features/files/web/all-files.screen.tsx',
  'features/messaging/web/outbox.screen.tsx',
  'features/payments/web/review-payment.tsx',
  'features/payments/web/sandbox-notice-form.tsx',
  'features/shop/disk-use/web/disk-use.screen.tsx',
  'features/shop/first-start/web/first-start.screen.tsx',
  'features/staff/audit/web/audit.screen.tsx',
  'features/staff/bin/web/bin.screen.tsx',
  'features/staff/customer/web/customer.screen.tsx',
  'features/tickets/web/all-tickets.screen.tsx',
  'features/tickets/web/saved-replies-dialog.tsx',
  'features/webhooks/web/webhooks.screen.tsx',
  'web/languages/stretched.ts',
] as const;

/**
 * The style element of the preview of a mail (web/admin-mail-preview.tsx). The server allows exactly this text in the
 * content security policy, by its hash.
 */
export const MAIL_PREVIEW_STYLE =
  'body{margin:0;padding:16px;background:#f4f6f8;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#14181d}' +
  'main{background:#fff;border-radius:12px;max-width:504px;margin:auto;padding:28px;overflow-wrap:anywhere}';

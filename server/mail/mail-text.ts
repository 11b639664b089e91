/** The content of a mail, before it is spelled as plain text and as HTML. */
export interface Mail {
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  /** One thing to do, and where. */
  action?: { label: string; url: string };
  closing?: readonly string[];
}

const SIGNATURE = 'Tunedesk';

export function textOf({ greeting, paragraphs, action, closing = [] }: Mail): string {
  const lines = [
    greeting,
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...closing,
  ];
  return `${lines.join('\n\n')}\n\n${SIGNATURE}\n`;
}

/** Tables and inline styles: what mail programs from twenty years understand alike. */
export function htmlOf({ subject, greeting, paragraphs, action, closing = [] }: Mail): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`;
  const button =
    action === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escape(action.url)}" style="background:#0b6470;border-radius:8px;color:#ffffff;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escape(action.label)}</a></p>` +
        `<p style="color:#5b6470;font-size:13px;margin:0 0 16px;word-break:break-all">${escape(action.url)}</p>`;
  return framed(
    subject,
    [paragraph(greeting), ...paragraphs.map(paragraph), button, ...closing.map(paragraph)].join(''),
  );
}

/** Every mail looks the same around its content; `content` is HTML that is clean already. */
export function framed(subject: string, content: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escape(subject)}</title></head>`,
    '<body style="background:#f4f6f8;margin:0;padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#ffffff;border-radius:12px;max-width:560px"><tr>',
    '<td style="color:#14181d;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;padding:28px">',
    content,
    `<p style="color:#5b6470;font-size:13px;margin:24px 0 0">${SIGNATURE}</p>`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

import sanitizeHtml from 'sanitize-html';

/**
 * What the mail editor can produce and the preview shows (web/ui/mail-frame.tsx): no pictures, no styles, no scripts.
 */
const ALLOWED = {
  allowedTags: 'h1 h2 h3 p br hr b strong i em u s code pre blockquote ul ol li a span'.split(' '),
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
} satisfies sanitizeHtml.IOptions;

/** Sanitises the body of a mail before it is stored. */
export const sanitiseMailBody = (html: string): string => sanitizeHtml(html, ALLOWED).trim();

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/**
 * Converts a body to plain text: blank lines between paragraphs, list items with a dash, addresses behind their links.
 */
export const textOfMailBody = (sanitised: string): string =>
  sanitised
    .replace(/\s+/g, ' ')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, (_, href: string, label: string) =>
      href.replace(/^mailto:/, '') === label ? label : `${label} (${href})`,
    )
    .replace(/<li>(<p>)?/g, '\n- ')
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<hr ?\/?>/g, '\n\n---\n\n')
    .replace(/<\/?(h\d|p|pre|blockquote|ul|ol)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n- /g, '\n- ')
    .trim();

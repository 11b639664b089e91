import sanitizeHtml from 'sanitize-html';

/**
 * What an administrator's text may contain: words, lists and links. The browser allows no more (web/ui/rich-text.tsx).
 */
const ALLOWED = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'code', 'ul', 'ol', 'li', 'a', 'blockquote', 'span'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // A page opened from a link must be able neither to reach back into this page nor to take its place.
    a: (_tag: string, { href }: Record<string, string>) => ({
      tagName: 'a',
      attribs: { ...(href === undefined ? {} : { href }), target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
} satisfies sanitizeHtml.IOptions;

/** Sanitises HTML of one user that others will see; call it before storing. */
export const sanitise = (html: string): string => sanitizeHtml(html, ALLOWED).trim();

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Returns the words of sanitised HTML, for places without HTML. */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

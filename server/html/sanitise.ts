import type sanitizeHtml from 'sanitize-html';
import { loadLater } from '../load-later.ts';

/**
 * What an administrator's text may contain: words, lists and links. The browser allows no more (web/ui/rich-text.tsx).
 */
const ALLOWED_FOR_USERS = {
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

declare const SANITISED: unique symbol;
/** HTML that was sanitised. */
export type CleanHtml = string & { [SANITISED]: true };

/** Sanitises HTML of one user that others will see; call it before storing. */
export const sanitise = (html: string): CleanHtml =>
  loadLater('sanitize-html')(html, ALLOWED_FOR_USERS).trim() as CleanHtml;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

const decodeEntities = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Returns the words of sanitised HTML, for places without HTML. */
export const plainTextOf = (html: string): string =>
  decodeEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/**
 * What the mail editor can produce and the preview shows (web/ui/mail-frame.tsx): no pictures, no styles, no scripts.
 */
const ALLOWED_IN_MAILS = {
  allowedTags: 'h1 h2 h3 p br hr b strong i em u s code pre blockquote ul ol li a span'.split(' '),
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
} satisfies sanitizeHtml.IOptions;

/** Sanitises the body of a mail before it is stored. */
export const sanitiseMailBody = (html: string): string => loadLater('sanitize-html')(html, ALLOWED_IN_MAILS).trim();

/**
 * Converts a body to plain text: blank lines between paragraphs, list items with a dash, addresses behind their links.
 */
export const textOfMailBody = (sanitised: string): string =>
  decodeEntities(
    sanitised
      .replace(/\s+/g, ' ')
      .replace(/<a href="([^"]*)">(.*?)<\/a>/g, (_, href: string, label: string) =>
        href.replace(/^mailto:/, '') === label ? label : `${label} (${href})`,
      )
      .replace(/<li>(<p>)?/g, '\n- ')
      .replace(/<br ?\/?>/g, '\n')
      .replace(/<hr ?\/?>/g, '\n\n---\n\n')
      .replace(/<\/?(h\d|p|pre|blockquote|ul|ol)>/g, '\n\n')
      .replace(/<[^>]*>/g, ''),
  )
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n- /g, '\n- ')
    .trim();

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes plain text for use in an HTML element or attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPED[sign] ?? '');

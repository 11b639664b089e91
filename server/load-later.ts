import { createRequire } from 'node:module';
import type * as PhoneNumbers from 'libphonenumber-js';
import type * as Nodemailer from 'nodemailer';
import type sanitizeHtml from 'sanitize-html';
import type WebPush from 'web-push';

const require = createRequire(import.meta.url);

/** Packages that together take some 20 MB, and that a portal may not use for days. */
interface Later {
  'libphonenumber-js': typeof PhoneNumbers;
  nodemailer: typeof Nodemailer;
  'sanitize-html': typeof sanitizeHtml;
  'web-push': typeof WebPush;
}

/** Returns a package that is loaded at its first use. */
export const loadLater = <Name extends keyof Later>(name: Name): Later[Name] => require(name) as Later[Name];

import * as z from 'zod/mini';
import { invalid } from '../../contract/texts.ts';
import { visibleText } from '../../contract/visible-text.ts';

const MAX_TEXT_LENGTH = 5000;

const TOO_LONG = invalid('errors.fields.most_count_characters', { count: MAX_TEXT_LENGTH });

/** Null, empty or only spaces removes the text. */
const Text = z.optional(z.nullable(z.string().check(z.overwrite(visibleText), z.maxLength(MAX_TEXT_LENGTH, TOO_LONG))));

const MAX_NAME_LENGTH = 40;

/** One line of plain text. Null, empty or only spaces removes it. */
const ShopName = z.optional(
  z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(MAX_NAME_LENGTH, invalid('errors.fields.most_count_characters', { count: MAX_NAME_LENGTH })),
        z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]*$/u, invalid('errors.settings.plain_name')),
      ),
  ),
);

/** The decision not to use a service; null takes it back. */
const Use = z.optional(z.nullable(z.literal('NOT_USED')));

export const SetApplicationConfiguration = z.object({
  /** Simple HTML; it is sanitised. */
  header_banner_text: Text,
  /** Plain text. */
  uploader_text: Text,
  shop_name: ShopName,
  google_use: Use,
  gain_use: Use,
  social_use: Use,
  chat_use: Use,
});

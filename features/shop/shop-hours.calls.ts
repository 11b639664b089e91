import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Done, Nothing } from '../../contract/fields.ts';
import { invalid } from '../../contract/texts.ts';
import { PICTURE_ERRORS } from '../catalogue/media/media.calls.ts';

const MAX_LENGTH = 2000;

const TOO_LONG = invalid('errors.fields.most_count_characters', { count: MAX_LENGTH });

const Text = z.string().check(z.trim(), z.maxLength(MAX_LENGTH, TOO_LONG));

/** The shop's working hours, as they are written. */
export const ShopHoursText = z.object({
  /** Such as Mon-Fri 08:00-17:00, Sat 09:00-13:00; empty: the shop never closes, or the hours of the settings apply. */
  hours: Text,
  /** For example 2026-12-24, or 12-25 for every year; empty without own hours: those of the settings apply. */
  holidays: Text,
  /** The zone of all the shop's times, such as Europe/Berlin; empty: that of the settings applies. */
  time_zone: Text,
});
export type ShopHoursText = z.output<typeof ShopHoursText>;

export const getShopHours = endpoint({
  method: 'GET',
  path: '/shop-hours',
  summary: 'Get the opening hours',
  description: 'The opening hours in which expected times and target times are counted, and the time zone of the shop.',
  who: 'settings.change',
  input: Nothing,
  reply: z.object({
    ...ShopHoursText.shape,
    /** That of an administrator, of SHOP_TIME_ZONE, or the portal's default. */
    zone_in_force: z.string(),
    /** Where the hours come from: what an administrator entered, SHOP_HOURS, or neither. */
    source: z.enum(['PORTAL', 'SETTINGS', 'NONE']),
  }),
});

export const setShopHours = endpoint({
  method: 'PUT',
  path: '/shop-hours',
  summary: 'Set the opening hours',
  description:
    'Overrides SHOP_HOURS, SHOP_HOLIDAYS and SHOP_TIME_ZONE. Fields that are omitted are not changed. Where hours or the zone are empty, those settings apply again.',
  who: 'settings.change',
  input: z.object({ hours: z.optional(Text), holidays: z.optional(Text), time_zone: z.optional(Text) }),
  reply: Done,
  errors: ['settings.hours_format', 'settings.holidays_format', 'settings.unknown_time_zone'],
});

export const setShopLogo = endpoint({
  method: 'POST',
  path: '/application-configuration/logo',
  summary: 'Set the logo of the shop',
  description: 'A PNG, JPEG or WebP image. It is redrawn, on a background of its own if it is transparent.',
  who: 'settings.change',
  file: { missing: invalid('errors.catalogue.choose_image_first') },
  fileField: 'image',
  input: Nothing,
  reply: z.object({ logo_url: z.string() }),
  errors: PICTURE_ERRORS,
});

export const deleteShopLogo = endpoint({
  method: 'DELETE',
  path: '/application-configuration/logo',
  summary: 'Remove the logo of the shop',
  description: "Shows the product's own logo again.",
  who: 'settings.change',
  input: Nothing,
  reply: Done,
});

import { t } from '../../../web/languages/text.ts';
import { statusText } from '../../../web/ui/badge.tsx';
import { ADDRESS_SETTINGS, type SettingName } from '../stored-settings.ts';

interface SettingField {
  kind: 'address' | 'line' | 'secret' | 'number' | 'text' | 'choice';
  label: () => string;
  hint?: () => string;
  /** Of a choice. */
  options?: () => { value: string; label: string }[];
}

/** Networks are labelled by their own names. */
const network = (name: string): SettingField => ({ kind: 'address', label: () => name });

const target = (status: string): SettingField => ({
  kind: 'number',
  label: () => t('shop.targetMinutes', { status: statusText(status) }),
});

/** How each setting is shown in a form. */
export const SETTING_FIELDS: Readonly<Record<SettingName, SettingField>> = {
  watch_video_url: { kind: 'address', label: () => t('shop.loginVideo') },
  tutorial_video_url: { kind: 'address', label: () => t('shop.tutorialVideo') },
  chat_url: { kind: 'address', label: () => t('common.chat'), hint: () => t('shop.chatHint') },
  gain_url: { kind: 'address', label: () => t('common.gain'), hint: () => t('shop.gainHint') },
  social_facebook_url: network('Facebook'),
  social_instagram_url: network('Instagram'),
  social_youtube_url: network('YouTube'),
  social_tiktok_url: network('TikTok'),
  social_whatsapp_url: network('WhatsApp'),
  social_telegram_url: network('Telegram'),
  social_linkedin_url: network('LinkedIn'),
  social_x_url: network('X'),
  google_client_id: { kind: 'address', label: () => t('accounts.google.signIn'), hint: () => t('shop.googleHint') },
  provider_name: { kind: 'line', label: () => t('shop.providerName'), hint: () => t('shop.providerNameHint') },
  provider_issuer: {
    kind: 'address',
    label: () => t('shop.providerIssuer'),
    hint: () => t('shop.providerIssuerHint', { address: `${window.location.origin}/login` }),
  },
  provider_client_id: { kind: 'line', label: () => t('shop.providerClientId') },
  provider_client_secret: {
    kind: 'secret',
    label: () => t('shop.providerClientSecret'),
    hint: () => t('shop.providerClientSecretHint'),
  },
  activation: {
    kind: 'choice',
    label: () => t('shop.activation'),
    options: () => [
      { value: 'optional', label: t('shop.activationOptional') },
      { value: 'required', label: t('shop.activationRequired') },
    ],
  },
  second_factor: {
    kind: 'choice',
    label: () => t('shop.secondFactor'),
    hint: () => t('shop.secondFactorHint'),
    options: () => [
      { value: 'optional', label: t('shop.secondFactorOptional') },
      { value: 'required', label: t('shop.secondFactorRequired') },
    ],
  },
  idle_minutes_staff: {
    kind: 'number',
    label: () => t('shop.idleMinutesStaff'),
    hint: () => t('shop.idleMinutesHint'),
  },
  idle_minutes_customers: {
    kind: 'number',
    label: () => t('shop.idleMinutesCustomers'),
    hint: () => t('shop.idleMinutesHint'),
  },
  complete_after_days: { kind: 'number', label: () => t('shop.completeAfterDays') },
  revision_days: { kind: 'number', label: () => t('shop.revisionDays') },
  target_pending_minutes: target('PENDING'),
  target_in_progress_minutes: target('IN_PROGRESS'),
  target_processed_minutes: target('PROCESSED'),
  target_ticket_minutes: { kind: 'number', label: () => t('shop.targetTicketMinutes') },
  legal_notice: { kind: 'text', label: () => t('shop.legalNotice'), hint: () => t('shop.legalNoticeHint') },
};

export const LINK_SETTINGS: readonly SettingName[] = [
  ...ADDRESS_SETTINGS,
  'google_client_id',
  'provider_name',
  'provider_issuer',
  'provider_client_id',
  'provider_client_secret',
];

export const DEADLINE_SETTINGS: readonly SettingName[] = [
  'complete_after_days',
  'revision_days',
  'target_pending_minutes',
  'target_in_progress_minutes',
  'target_processed_minutes',
  'target_ticket_minutes',
  'activation',
  'second_factor',
  'idle_minutes_staff',
  'idle_minutes_customers',
  'legal_notice',
];

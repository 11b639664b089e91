import type { Deps } from '../../../server/http/call.ts';
import type { ApplicationConfiguration } from '../settings.contract.ts';

/** The texts an administrator wrote, and the addresses the operator configured. */
export async function getApplicationConfiguration({ db, config }: Deps): Promise<ApplicationConfiguration> {
  const texts = await db
    .selectFrom('application_configuration')
    .select(['header_banner_text', 'uploader_text'])
    .executeTakeFirstOrThrow();
  return {
    ...texts,
    watch_video_url: config.watchVideoUrl,
    chat_url: config.chatUrl,
    social_links: [...config.socialLinks],
  };
}

import { t } from '../../../../web/languages/text.ts';
import { AdminMediaLibrary } from './admin-media-library.tsx';
import { useAddLoginMedia, useDeleteLoginMedia, useLoginMedia } from './media.api.ts';

export default function AdminLoginImages() {
  const query = useLoginMedia();
  const shownId = query.data?.[0]?.id;
  return (
    <AdminMediaLibrary
      title={t('common.loginRegisterImages')}
      subline={t('catalogue.media.introduction')}
      addText={t('catalogue.media.addButton')}
      hint={t('catalogue.media.formatHint')}
      accept="image/png,image/jpeg,image/webp,video/mp4,video/webm"
      emptyText={t('catalogue.media.empty')}
      query={query}
      noteOf={({ id, type }) => describeImage(id === shownId, type === 'video')}
      add={useAddLoginMedia()}
      remove={useDeleteLoginMedia()}
    />
  );
}

function describeImage(isShown: boolean, isVideo: boolean): string {
  return [isVideo ? t('common.video') : t('common.image'), ...(isShown ? [t('catalogue.media.shownNow')] : [])].join(
    ' · ',
  );
}

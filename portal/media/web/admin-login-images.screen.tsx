import { t } from '../../../web/text.ts';
import { AdminMediaLibrary } from './admin-media-library.tsx';
import { useAddLoginMedia, useDeleteLoginMedia, useLoginMedia } from './media.api.ts';

export default function AdminLoginImages() {
  const query = useLoginMedia();
  const shownId = query.data?.[0]?.id;
  return (
    <AdminMediaLibrary
      title={t('Login/Register Images')}
      subline={t('The newest one is shown beside the login and the registration; without any, a drawing of ours is.')}
      addText={t('Add Image')}
      hint={t('PNG, JPEG or WebP image, or MP4 or WebM video. Maximum 20 MB.')}
      accept="image/png,image/jpeg,image/webp,video/mp4,video/webm"
      emptyText={t('No images yet. The login page shows a drawing of ours.')}
      query={query}
      noteOf={({ id, type }) => noteOf(id === shownId, type === 'video')}
      add={useAddLoginMedia()}
      remove={useDeleteLoginMedia()}
    />
  );
}

function noteOf(isShown: boolean, isVideo: boolean): string {
  return [isVideo ? t('Video') : t('Image'), ...(isShown ? [t('shown now')] : [])].join(' · ');
}

import { t } from '../../../web/text.ts';
import { AdminMediaLibrary } from '../../media/web/admin-media-library.tsx';
import { useAddSolutionImage, useDeleteSolutionImage, useSolutionImages, useSolutions } from './catalogue.api.ts';

export default function AdminSolutionImages() {
  const solutions = useSolutions().data ?? [];
  return (
    <AdminMediaLibrary
      title={t('Solution images')}
      subline={t('To be chosen for a solution; customers see them on the price list and at the upload.')}
      addText={t('Add Image Solution')}
      hint={t('PNG, JPEG or WebP image. Maximum 20 MB.')}
      accept="image/png,image/jpeg,image/webp"
      emptyText={t('No images yet. Solutions without one show a drawing of ours.')}
      query={useSolutionImages()}
      noteOf={({ url }) =>
        solutions
          .filter(({ image_url }) => image_url === url)
          .map(({ name }) => name)
          .join(', ') || t('not used')
      }
      add={useAddSolutionImage()}
      remove={useDeleteSolutionImage()}
    />
  );
}

import { t } from '../../../web/languages/text.ts';
import { AdminMediaLibrary } from '../media/web/admin-media-library.tsx';
import { useAddSolutionImage, useDeleteSolutionImage, useSolutionImages, useSolutions } from './catalogue.api.ts';

export default function AdminSolutionImages() {
  const solutions = useSolutions().data ?? [];
  return (
    <AdminMediaLibrary
      title={t('common.solutionImages')}
      subline={t('catalogue.imageUse')}
      addText={t('catalogue.addImageSolution')}
      hint={t('catalogue.imageFormats')}
      accept="image/png,image/jpeg,image/webp"
      emptyText={t('catalogue.noImages')}
      query={useSolutionImages()}
      noteOf={({ url }) =>
        solutions
          .filter(({ image_url }) => image_url === url)
          .map(({ name }) => name)
          .join(', ') || t('catalogue.notUsed')
      }
      add={useAddSolutionImage()}
      remove={useDeleteSolutionImage()}
    />
  );
}

import { t } from '../../../web/languages/text.ts';
import { AdminMediaLibrary } from '../media/web/admin-media-library.tsx';
import { useSolutions } from './catalogue.api.ts';
import { useAddSolutionImage, useDeleteSolutionImage, useSolutionImages } from './solution-images.api.ts';

export default function AdminSolutionImages() {
  const solutions = useSolutions().data ?? [];
  return (
    <AdminMediaLibrary
      title={t('common.solutionImages')}
      subline={t('catalogue.images.introduction')}
      addText={t('catalogue.images.addButton')}
      hint={t('catalogue.images.formatHint')}
      accept="image/png,image/jpeg,image/webp"
      emptyText={t('catalogue.images.empty')}
      query={useSolutionImages()}
      noteOf={({ url }) =>
        solutions
          .filter(({ image_url }) => image_url === url)
          .map(({ name }) => name)
          .join(', ') || t('catalogue.images.notUsed')
      }
      add={useAddSolutionImage()}
      remove={useDeleteSolutionImage()}
    />
  );
}

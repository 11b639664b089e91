import { Link } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { CheckboxCard } from '../../../web/ui/checkbox-card.tsx';
import { Field } from '../../../web/ui/field.tsx';
import type { SolutionType } from '../catalogue.calls.ts';
import { useSolutionImages } from './catalogue.api.ts';
import { SolutionPicture } from './solution-picture.tsx';

interface ImagePickerProps {
  type: SolutionType;
  /** Empty for no image. */
  value: string;
  onChange: (url: string) => void;
  error?: string;
  /** The image the solution has; offered even when it is not one of the uploaded ones. */
  current?: string;
}

/** Picks one of the uploaded images, or the product's own drawing. */
export function AdminImagePicker({ type, value, onChange, error, current = '' }: ImagePickerProps) {
  const { data = [], isLoadingError } = useSolutionImages();
  const isUploaded = current === '' || data.some(({ url }) => url === current);
  const choices = [
    { url: '', name: t('catalogue.images.none') },
    ...(isUploaded ? [] : [{ url: current, name: t('catalogue.images.current') }]),
    ...data,
  ];
  return (
    <Field
      group
      label={t('common.image')}
      error={error ?? (isLoadingError ? t('common.imagesLoadFailed') : undefined)}
      hint={
        <Link to="/admin/solution-images" className="inline-flex min-h-control items-center text-link">
          {t('common.solutionImages')}
        </Link>
      }
    >
      <div className="grid max-h-96 gap-3 overflow-y-auto p-1 sm:grid-cols-2 xl:grid-cols-3">
        {choices.map(({ url, name }) => (
          <CheckboxCard
            key={url}
            kind="radio"
            name="image_url"
            title={<span className="wrap-anywhere">{name}</span>}
            image={
              <span className="contents *:size-12">
                <SolutionPicture image_url={url} type={type} />
              </span>
            }
            checked={value === url}
            onChange={() => onChange(url)}
          />
        ))}
      </div>
    </Field>
  );
}

import { type UseFormReturn, useController, useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { messageFor } from '../../../web/client/api-error.ts';
import { createResolver, findFieldErrors, showRefusal } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import { parseMoney } from '../../credits/money.rules.ts';
import type { Solution, SolutionType } from '../catalogue.calls.ts';
import { SolutionFields } from '../solution.ts';
import { SOLUTION_TYPES } from '../standard-solutions.ts';
import { useSaveSolution } from './catalogue.api.ts';
import { useSolutionImages } from './solution-images.api.ts';
import { CheckboxCard } from '../../../web/ui/checkbox-card.tsx';
import { SolutionPicture } from './solution-picture.tsx';

const LIST = '/admin/solutions';

interface FormFields {
  name: string;
  code: string;
  credits: string;
  type: SolutionType;
  order_no: string;
  image_url: string;
}

const FIELDS = {
  name: 'name',
  code: 'code',
  credits: 'credits',
  order_no: 'order_no',
  image_url: 'image_url',
} as const;

const types = SOLUTION_TYPES.map((type) => ({ value: type, label: type }));

/** Form for a solution; without one, it adds a new one. */
export function AdminSolutionForm({ solution }: { solution?: Solution }) {
  const form = useForm<FormFields>({
    defaultValues: fieldsOf(solution),
    resolver: createResolver<FormFields>((fields) => findFieldErrors(SolutionFields, inputOf(fields))),
  });
  const save = useSaveSolution(solution?.id ?? null);
  const navigate = useNavigate();
  const { field: image } = useController({ control: form.control, name: 'image_url' });
  const type = useWatch({ control: form.control, name: 'type' });
  const { errors, isDirty, dirtyFields } = form.formState;
  const { release } = useUnsavedGuard(isDirty);
  const failure = solution ? t('catalogue.updateFailed') : t('catalogue.addFailed');
  const submit = form.handleSubmit((fields) => {
    if (save.isPending) return;
    const all = { ...inputOf(fields), credits: parseMoney(fields.credits) };
    const edited = Object.entries(all).filter(([name]) => dirtyFields[name as keyof FormFields]);
    save.mutate(
      { fields: all, edited: Object.fromEntries(edited) },
      {
        onSuccess: () => {
          toast.show(solution ? t('catalogue.updated') : t('catalogue.added'));
          release();
          void navigate(LIST);
        },
        onError: (error) => showRefusal(form, { error, message: messageFor(error, failure), fields: FIELDS }),
      },
    );
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <TextFields form={form} />
      <Card>
        <AdminImagePicker
          type={type}
          value={image.value}
          onChange={image.onChange}
          current={solution?.image_url ?? ''}
          error={errors.image_url?.message}
        />
      </Card>
      {errors.root && <Alert kind="danger">{errors.root.message}</Alert>}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <ButtonLink to={LIST}>{t('common.cancel')}</ButtonLink>
        <Button type="submit" variant="primary" busy={save.isPending} busyText={t('common.saving')}>
          {solution ? t('catalogue.updateButton') : t('catalogue.addSolution')}
        </Button>
      </div>
    </form>
  );
}

function TextFields({ form: { register, formState } }: { form: UseFormReturn<FormFields> }) {
  const { errors } = formState;
  return (
    <Card>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <Field label={t('catalogue.solutionName')} required error={errors.name?.message}>
          <TextInput autoComplete="off" {...register('name')} />
        </Field>
        <Field label={t('catalogue.code')} required error={errors.code?.message}>
          <TextInput autoComplete="off" {...register('code')} />
        </Field>
        <Field label={t('common.credits')} required hint={t('catalogue.priceHint')} error={errors.credits?.message}>
          <TextInput inputMode="numeric" autoComplete="off" {...register('credits')} />
        </Field>
        <Field label={t('common.type')} hint={t('catalogue.typeHint')} error={errors.type?.message}>
          <Select options={types} {...register('type')} />
        </Field>
        <Field
          label={t('catalogue.orderNumber')}
          hint={t('catalogue.orderNumberHint')}
          error={errors.order_no?.message}
        >
          <TextInput inputMode="numeric" autoComplete="off" {...register('order_no')} />
        </Field>
      </div>
    </Card>
  );
}

const fieldsOf = (solution: Solution | undefined): FormFields => ({
  name: solution?.name ?? '',
  code: solution?.code ?? '',
  credits: solution ? String(solution.credits) : '',
  type: solution?.type ?? 'TUNING',
  order_no: solution ? String(solution.order_no) : '',
  image_url: solution?.image_url ?? '',
});

const inputOf = ({ order_no, image_url, ...fields }: FormFields) => ({
  ...fields,
  // Must be passed explicitly: an omitted value leaves the place unchanged.
  order_no: order_no.trim() === '' ? null : parseMoney(order_no),
  image_url: image_url === '' ? null : image_url,
});

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
function AdminImagePicker({ type, value, onChange, error, current = '' }: ImagePickerProps) {
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

import { ImagePlus, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { DeleteDialog } from '../../../../web/ui/delete-dialog.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { AdminMediaUpload } from './admin-media-upload.tsx';
import type { useAddMedia, useDeleteMedia } from './media.api.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { SkeletonTiles } from '../../../../web/ui/skeleton-shapes.tsx';
import { EmptyState } from '../../../../web/ui/table-states.tsx';
import { listImageSizes } from '../media.calls.ts';

export interface MediaLibraryProps {
  title: string;
  subline: string;
  addText: string;
  hint: string;
  accept: string;
  emptyText: string;
  query: { data: readonly ShownMedia[] | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };
  noteOf?: (item: ShownMedia) => string | null;
  add: ReturnType<typeof useAddMedia>;
  remove: ReturnType<typeof useDeleteMedia>;
}

/** A screen of uploaded images that can be viewed, added and deleted. */
export function AdminMediaLibrary(props: MediaLibraryProps) {
  const { title, query, addText } = props;
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<ShownMedia | null>(null);
  return (
    <>
      <PageHeader
        title={title}
        subline={props.subline}
        actions={
          <Button variant="primary" icon={<ImagePlus />} onClick={() => setAdding(true)}>
            {addText}
          </Button>
        }
      />
      <AdminMediaGrid
        caption={title}
        items={query.data}
        isFailed={query.isError && !query.isFetching}
        onRetry={() => void query.refetch()}
        emptyText={props.emptyText}
        noteOf={props.noteOf}
        onDelete={setDeleting}
      />
      {isAdding && (
        <AdminMediaUpload
          title={addText}
          hint={props.hint}
          accept={props.accept}
          add={props.add}
          onClose={() => setAdding(false)}
        />
      )}
      <DeleteMedia media={deleting} remove={props.remove} onClose={() => setDeleting(null)} />
    </>
  );
}

type DeleteMediaProps = { media: ShownMedia | null; remove: MediaLibraryProps['remove']; onClose: () => void };

const DeleteMedia = ({ media, remove, onClose }: DeleteMediaProps) => (
  <DeleteDialog
    item={media}
    removal={remove}
    title={t('catalogue.media.deleteConfirm')}
    description={media && <strong className="text-text wrap-anywhere">{media.name}</strong>}
    failedText={t('catalogue.media.deleteFailed')}
    onClose={onClose}
  />
);

interface ShownMedia {
  id: number;
  name: string;
  url: string;
  type?: 'IMAGE' | 'video';
}

interface MediaGridProps {
  caption: string;
  items: readonly ShownMedia[] | undefined;
  /** The list could not be loaded. */
  isFailed: boolean;
  onRetry: () => void;
  emptyText: string;
  /** A word on an item, such as what it is used for. */
  noteOf?: (item: ShownMedia) => string | null;
  onDelete: (item: ShownMedia) => void;
}

function AdminMediaGrid({ caption, items, isFailed, onRetry, emptyText, noteOf, onDelete }: MediaGridProps) {
  if (!items) {
    if (!isFailed) return <SkeletonTiles />;
    return (
      <Alert
        kind="danger"
        action={
          <Button icon={<RotateCw />} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      >
        {t('common.imagesLoadFailed')}
      </Alert>
    );
  }
  if (items.length === 0) return <EmptyState text={emptyText} art="search" />;
  return (
    <ul aria-label={caption} className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))]">
      {items.map((item) => (
        <li key={item.id} className="group relative min-w-0 overflow-clip rounded-card border bg-surface">
          <Picture item={item} />
          <p className="px-3 pt-2 text-body wrap-anywhere">{item.name}</p>
          <p className="min-h-6 px-3 pb-2 text-small text-text3 wrap-anywhere">{noteOf?.(item)}</p>
          <DeleteButton name={item.name} onPress={() => onDelete(item)} />
        </li>
      ))}
    </ul>
  );
}

function Picture({ item }: { item: ShownMedia }) {
  const frame = 'block aspect-4/3 w-full bg-surface2 object-contain';
  if (item.type === 'video') {
    return (
      <video src={item.url} aria-label={item.name} muted controls preload="metadata" playsInline className={frame} />
    );
  }
  return <img src={item.url} srcSet={listImageSizes(item.url)} sizes="15rem" alt="" loading="lazy" className={frame} />;
}

/** Shown on hover and on focus, and always on devices that cannot hover. */
function DeleteButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <div className="absolute top-2 right-2 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
      <Button
        variant="danger"
        iconOnly
        icon={<Trash2 />}
        aria-label={t('common.deleteLabel', { name })}
        onClick={onPress}
      >
        {t('common.delete')}
      </Button>
    </div>
  );
}

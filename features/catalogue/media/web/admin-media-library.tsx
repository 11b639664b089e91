import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { DeleteDialog } from '../../../../web/ui/delete-dialog.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { AdminMediaGrid, type ShownMedia } from './admin-media-grid.tsx';
import { AdminMediaUpload } from './admin-media-upload.tsx';
import type { useAddMedia, useDeleteMedia } from './media.api.ts';

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

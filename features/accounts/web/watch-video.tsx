import { t } from '../../../web/languages/text.ts';
import { Modal } from '../../../web/ui/modal.tsx';
import { Video } from '../../../web/ui/video.tsx';
import { findCaptions } from '../../shop/films.ts';

export default function WatchVideo({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Modal open onClose={onClose} title={t('accounts.watchVideo')} size="large">
      <Video address={address} captions={findCaptions(address)} />
    </Modal>
  );
}

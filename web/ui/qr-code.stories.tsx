import { LONG, State, States } from '../../.storybook/states.tsx';
import { QrCode } from './qr-code.tsx';

export default { title: 'Text/QR code' };

export const Texts = () => (
  <States>
    <State of="address">
      <QrCode text="https://example.com/continue?code=ABCDEFGH" label="QR code of an address" />
    </State>
    <State of="long text">
      <QrCode text={LONG} label="QR code of a long text" />
    </State>
  </States>
);

import { fireEvent, screen } from '@testing-library/react';
import UploadAiScreen from '../../features/dtc-off/web/upload-ai.screen.tsx';
import { renderScreen } from './render-screen.tsx';

const openScreen = () => renderScreen(<UploadAiScreen />, { at: '/upload-ai', path: '/upload-ai' });

/** Opens DTC OFF with a file as after an upload, by the shorter way of continuing its session. */
export async function continueSession() {
  const shown = openScreen();
  await shown.visitor.click(await screen.findByRole('button', { name: /^Continue with/ }));
  return shown;
}

/** Opens DTC OFF with a file by uploading it, as those have to be that cannot be continued. */
export async function uploadFile() {
  const shown = openScreen();
  fireEvent.change(screen.getByLabelText('ECU file'), { target: { files: [new File(['ecu!'], 'golf.bin')] } });
  await shown.visitor.click(screen.getByRole('button', { name: 'Process File' }));
  return shown;
}

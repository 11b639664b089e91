import { screen } from '@testing-library/react';
import UploadAiScreen from '../../portal/dtc-off/web/upload-ai.screen.tsx';
import { renderScreen } from './render-screen.tsx';

/** Opens DTC OFF with a file as after an upload, by the shorter way of continuing its session. */
export async function continueSession() {
  const shown = renderScreen(<UploadAiScreen />, { at: '/upload-ai', path: '/upload-ai' });
  await shown.visitor.click(await screen.findByRole('button', { name: /^Continue with/ }));
  return shown;
}

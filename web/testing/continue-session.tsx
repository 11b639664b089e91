import { screen } from '@testing-library/react';
import UploadAiScreen from '../../portal/dtc-off/web/upload-ai.screen.tsx';
import { renderScreen } from './render-screen.tsx';

/** DTC OFF with a file, as after the upload, by the shorter way: its session is continued. */
export async function continueSession() {
  const shown = renderScreen(<UploadAiScreen />, { at: '/upload-ai', path: '/upload-ai' });
  await shown.visitor.click(await screen.findByRole('button', { name: /^Continue with/ }));
  return shown;
}

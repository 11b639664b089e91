import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** As vite.config.ts, without what only the portal's build needs: its chunks, its service worker, its compressed files. */
export default defineConfig({
  plugins: [react({ jsxImportSource: '#jsx' }), tailwindcss()],
  resolve: {
    alias: { 'react-style-singleton': fileURLToPath(new URL('../web/ui/style-singleton.ts', import.meta.url)) },
  },
  build: { chunkSizeWarningLimit: 2000 },
});

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  server: {
    // Anchored: the source has a file whose name begins with /api.
    proxy: { '^/api/': process.env.API_URL ?? 'http://127.0.0.1:3000' },
  },
  worker: { format: 'es' },
  build: {
    outDir: '../.cache/web/dist',
    emptyOutDir: true,
    sourcemap: false,
    assetsDir: 'assets',
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Every browser new enough for this target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // React changes rarely, so it keeps its own cached file; everything else follows the routes that use it.
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
});

import { defineConfig } from 'vitest/config';

/** The storage against a real S3 server: `npm run test:s3`. */
export default defineConfig({
  test: {
    include: ['server/storage/s3/swift.real.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

import { defineConfig } from 'vitest/config';

/** Tests of the storage against a real S3 server: `npm run test:long s3`. */
export default defineConfig({
  test: {
    include: ['server/testing/s3/swift.real.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

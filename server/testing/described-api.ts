import { describeApi } from '../../app/server/api-reference/openapi.ts';
import { endpoints } from '../../app/endpoints.ts';

/** The description of the API as a portal with this address serves it. */
export const describePortal = () =>
  describeApi(endpoints, { version: '1.2.3', publicUrl: 'https://portal.workshop.test' });

/** A description that names no server, a fault that is found without linting the rest of it once more. */
export const describeFaulty = () => ({ ...describePortal(), servers: [], paths: {}, components: {} });

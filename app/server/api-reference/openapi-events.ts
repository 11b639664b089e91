import { endpoint } from '../../../contract/endpoint.ts';
import { Nothing } from '../../../contract/fields.ts';
import { EVENT_SUBJECTS } from '../../../server/events/audience.ts';
import type { ErrorCatalogue } from './openapi-errors.ts';

type Json = Record<string, unknown>;

/** The call as far as the endpoint table could hold it: a stream has no schema for its whole reply. */
const LISTEN = endpoint({ method: 'GET', path: '/events', who: 'signed-in', input: Nothing, reply: 'bytes' });

const EXAMPLE = { what: 'file', id: 231 };

const DESCRIPTION = `A stream of server-sent events that stays open. The \`data\` of each event is a ServerEvent, which names what
has changed and nothing more: make the call that reads it again. Lines that begin with a colon only keep the connection
open. The stream ends with its session, and when the account has opened too many of them. Connect again after a few
seconds, and then read everything again. For everyone who is logged in.`;

/** Describes `GET /api/events`. */
export function describeEvents(errors: ErrorCatalogue): Json {
  const { 403: noAccess, 503: busy } = errors.describeResponses(LISTEN);
  const content = { 'text/event-stream': { schema: { $ref: '#/components/schemas/ServerEvent' }, example: EXAMPLE } };
  return {
    get: {
      operationId: 'listenToEvents',
      summary: 'Listen to changes',
      description: DESCRIPTION,
      tags: ['Messaging'],
      security: [{ session: [] }],
      'x-who': LISTEN.who,
      parameters: [],
      responses: { 200: { description: 'The stream.', content }, 403: noAccess, 503: busy },
    },
  };
}

export const SERVER_EVENT = {
  type: 'object',
  properties: { what: { type: 'string', enum: EVENT_SUBJECTS }, id: { type: 'integer' } },
  required: ['what', 'id'],
};

import type { Role } from '../../contract/capabilities.ts';
import type { Actor } from '../http/call.ts';

/** An actor for what is called without a session: confirmed, and with all that the role has. */
export const composeActor = (id: number, role: Role): Actor => ({
  id,
  role,
  staff_capabilities: null,
  verified: true,
  sessionId: 'built',
  requestId: 'built',
});

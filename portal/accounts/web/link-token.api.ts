import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a mailed link; '' when there is none. It leaves the address bar at once, where it could be read, copied
 * or sent along, and stays in the history entry of this tab, so that a reload still has it.
 */
export function useLinkToken(): string {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = new URLSearchParams(search).get('token');
  const inHistory = (state as { linkToken?: unknown } | null)?.linkToken;
  useEffect(() => {
    if (inAddress !== null) void navigate(pathname, { replace: true, state: { linkToken: inAddress } });
  }, [inAddress, navigate, pathname]);
  return inAddress ?? (typeof inHistory === 'string' ? inHistory : '');
}

import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns the token of a mailed link; '' when there is none. The token is removed from the address bar at once, where
 * it could be read, copied or sent along, but stays in the history entry of this tab, so that it survives a reload.
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

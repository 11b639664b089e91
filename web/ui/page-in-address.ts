import { useSearchParams } from 'react-router';

/** Keeps the page in the address as `?page=2`, so that it can be bookmarked and sent; invalid values mean page 1. */
export function usePageInAddress() {
  const [parameters, setParameters] = useSearchParams();
  const requestedPage = Number(parameters.get('page') ?? 1);
  const page = Number.isInteger(requestedPage) && requestedPage > 0 && requestedPage < 1_000_000 ? requestedPage : 1;
  const goTo = (next: number, options?: { replace: boolean }) =>
    setParameters((now) => {
      const then = new URLSearchParams(now);
      then.set('page', String(next));
      return then;
    }, options);
  return { page, goTo };
}

import { LoaderCircle } from 'lucide-react';

/** Decoration only: describe what is going on in words beside it. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin" />;
}

import { LoaderCircle } from 'lucide-react';

/** Decorative only: describe what is going on in text next to it. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin" />;
}

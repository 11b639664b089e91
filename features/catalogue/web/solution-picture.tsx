import { useState } from 'react';
import { listImageSizes } from '../media/media.calls.ts';
import type { Solution } from '../catalogue.calls.ts';

const tile = 'size-14 shrink-0 rounded-control bg-surface2';

/** The operator's picture; without one, or when it does not load, a drawing of ours by the solution's type. */
export function SolutionPicture({ image_url, type }: Pick<Solution, 'image_url' | 'type'>) {
  const [isBroken, setBroken] = useState(false);
  if (image_url === null || image_url === '' || isBroken) return <Drawing type={type} />;
  return (
    <img
      src={image_url}
      srcSet={listImageSizes(image_url)}
      sizes="3.5rem"
      alt=""
      width={56}
      height={56}
      loading="lazy"
      className={`${tile} object-contain`}
      onError={() => setBroken(true)}
    />
  );
}

/** Tuning is drawn as a rising curve, an option as something switched on the board. */
function Drawing({ type }: Pick<Solution, 'type'>) {
  return (
    <svg aria-hidden="true" viewBox="0 0 56 56" fill="none" strokeLinecap="round" strokeWidth="2" className={tile}>
      {type === 'TUNING' ? (
        <>
          <path d="M14 12v30h30" className="stroke-border-strong" />
          <path d="M18 38c5-1 7-8 12-9s8 0 12 2" className="stroke-border-strong" strokeDasharray=".1 4" />
          <path d="M18 37c5-2 6-15 12-17s8 1 12 4" className="stroke-accent" />
        </>
      ) : (
        <>
          <rect x="17" y="17" width="22" height="22" rx="4" className="stroke-border-strong" />
          <path
            d="M23 12v5m5-5v5m5-5v5M23 39v5m5-5v5m5-5v5M12 23h5m-5 5h5m-5 5h5M39 23h5m-5 5h5m-5 5h5"
            className="stroke-border-strong"
          />
          <path d="m23 28 4 4 7-8" className="stroke-accent" />
        </>
      )}
    </svg>
  );
}

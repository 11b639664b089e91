import { clsx } from 'clsx';
import { useApplicationConfiguration } from '../../portal/settings/web/settings.api.ts';
import { shopLogo, shopName } from './shop.ts';

const MARK = 'contents [&>img]:h-5.5 [&>img]:max-w-33 [&>img]:rounded-sm';
/** On phones a logo has no room for the name beside it. */
const BESIDE_BUTTONS = 'max-sm:[&:has(img)+span]:sr-only';
const SHORT_NAME = 'truncate max-sm:max-w-[calc(100vw-16rem)] max-[22rem]:sr-only';

/**
 * The shop's logo and name, or the mark of web/public/icon.svg, drawn here so that it takes part in the first paint. The
 * server puts the shop's own into pages that are drawn ahead, by `data-shop`.
 */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  // Drawn again when an administrator has changed them.
  useApplicationConfiguration();
  const logo = shopLogo();
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 text-lead font-heading text-text">
      <span data-shop="mark" className={clsx(MARK, isShort && BESIDE_BUTTONS)}>
        {logo === undefined ? <Mark /> : <img src={logo} alt="" />}
      </span>
      {/* On the narrowest screens the mark has to do, or what stands beside it would wrap. */}
      <span data-shop="name" className={isShort ? SHORT_NAME : 'min-w-0 wrap-anywhere'}>
        {shopName()}
      </span>
    </span>
  );
}

const Mark = () => (
  <svg aria-hidden="true" width="22" height="22" viewBox="0 0 32 32" fill="none" strokeLinecap="round">
    <rect width="32" height="32" rx="7" fill="#0A6573" />
    <path d="M8.2 22.5a10 10 0 1 1 15.6 0" stroke="#FFFFFF" strokeWidth="2.6" />
    <path d="M16 17.2 20.6 11" stroke="#7AD6E3" strokeWidth="2.6" />
    <circle cx="16" cy="17.2" r="2.4" fill="#FFFFFF" />
    <path d="M11.5 26h9" stroke="#FFFFFF" strokeWidth="2.6" strokeDasharray=".1 4.4" />
  </svg>
);

import { getShopName, shopOnPage } from './shop.ts';

/**
 * The shop's logo and name, or the mark of app/web/public/icon.svg, inlined so that it is part of the first paint. The
 * server inserts the shop's own into prerendered pages by `data-shop`; their style is in ui/names.css.
 */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  const { logo } = shopOnPage;
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 text-lead font-heading text-text">
      <span data-shop="mark">{logo ? <img src={logo} alt="" /> : <Mark />}</span>
      <span data-shop="name" className={isShort ? 'short' : undefined}>
        {getShopName()}
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

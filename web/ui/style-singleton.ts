import { useEffect } from 'react';

/**
 * Replaces `react-style-singleton`, with which dialogs prevent the page behind them from scrolling. That package adds
 * a style element, which the portal's content security policy does not allow. A constructed style sheet has the same
 * effect and needs no exception.
 */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;
  return {
    add(css: string) {
      users += 1;
      if (sheet !== null) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      users -= 1;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
      sheet = null;
    },
  };
}

export function styleHookSingleton() {
  const singleton = stylesheetSingleton();
  return (css: string) => {
    useEffect(() => {
      singleton.add(css);
      return () => singleton.remove();
    }, [css]);
  };
}

/** Creates a component whose `styles` apply while it is mounted; if several are mounted, the first one counts. */
export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles }: { styles: string }) {
    useStyle(styles);
    return null;
  };
}

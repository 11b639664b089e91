// Runs before the first paint, so that no frame shows the wrong theme or another reader's page.
(function () {
  var dark = false;
  try {
    dark = /^\/admin(\/|$)/.test(location.pathname)
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : localStorage.getItem('darkMode') === 'true';
  } catch {}
  var root = document.documentElement;
  root.classList.toggle('dark', dark);
  root.style.colorScheme = dark ? 'dark' : 'light';

  // The server learns the chosen language only from this cookie.
  var chosen = null;
  try {
    chosen = localStorage.getItem('language');
    if (chosen !== null && !/[;\s]/.test(chosen)) {
      var isSecure = location.protocol === 'https:';
      document.cookie =
        (isSecure ? '__Host-language=' : 'language=') +
        chosen +
        '; path=/; max-age=31536000; samesite=lax' +
        (isSecure ? '; secure' : '');
    }
  } catch {}

  // A prerendered page (app/web/prerender.tsx) is for visitors, in one language. For all other readers it stays hidden
  // until the scripts have rendered it again (app/web/boot.tsx).
  if (root.dataset.drawn && !isForReader()) root.dataset.drawn = '';

  function isForReader() {
    try {
      if (localStorage.getItem('token') !== null) return false;
      if (chosen !== null) return chosen === root.lang;
    } catch {}
    // Uses the same rules as chosenLanguage (web/languages/languages.ts).
    var drawn = root.dataset.drawn.split(' ');
    var codes = navigator.languages.map((name) => name.split('-')[0]);
    return (codes.find((code) => drawn.includes(code)) || 'en') === root.lang;
  }
})();

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

  // The server knows the language that was chosen here by this alone.
  var chosen = null;
  try {
    chosen = localStorage.getItem('language');
    if (chosen !== null && !/[;\s]/.test(chosen)) {
      document.cookie = 'language=' + chosen + '; path=/; max-age=31536000; samesite=lax';
    }
  } catch {}

  // A page that was drawn ahead (web/prerender.tsx) is for visitors, in one language: for all others the program draws
  // it again (web/boot.tsx), and until then it is not shown.
  if (root.dataset.drawn && !isForReader()) root.dataset.drawn = '';

  function isForReader() {
    try {
      if (localStorage.getItem('token') !== null) return false;
      if (chosen !== null) return chosen === root.lang;
    } catch {}
    // As chosenLanguage (web/languages/languages.ts).
    var drawn = root.dataset.drawn.split(' ');
    var codes = navigator.languages.map((name) => name.split('-')[0]);
    return (codes.find((code) => drawn.includes(code)) || 'en') === root.lang;
  }
})();

// Runs before the first paint, so that no frame shows the wrong theme.
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
})();

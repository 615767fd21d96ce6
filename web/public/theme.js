// The theme before the first paint, so that nothing flashes.
(function () {
  var theme = null;
  try {
    theme = JSON.parse(localStorage.getItem('remise.settings') || '{}').theme;
  } catch (e) {
    theme = null;
  }
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();

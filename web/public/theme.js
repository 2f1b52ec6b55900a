// Runs before the first paint, so the page never flashes in the other scheme.
{
  const chosen = localStorage.getItem('theme')
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
}

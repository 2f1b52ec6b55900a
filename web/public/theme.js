// Runs before the first paint, so the page never flashes in the other scheme. Without a choice of their own, people get the
// scheme of their system, also when it changes while the page is open.
{
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const chosen = localStorage.getItem('theme')
    document.documentElement.classList.toggle('dark', chosen ? chosen === 'dark' : system.matches)
  }
  apply()
  system.addEventListener('change', apply)
  // Chosen in another tab.
  addEventListener('storage', ({ key }) => key === 'theme' && apply())
}

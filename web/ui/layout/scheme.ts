/** From light to dark or back, and so it stays on this device. */
export function flipScheme() {
  const isDark = document.documentElement.classList.toggle('dark')
  localStorage.setItem('theme', isDark ? 'dark' : 'light')
}

export type Scheme = 'system' | 'light' | 'dark'

/** What was chosen on this device; the system's without a choice. */
export function chosenScheme(): Scheme {
  return asScheme(localStorage.getItem('theme'))
}

/** Shows a scheme and keeps the choice; `system` forgets it, and /theme.js follows the system from then on. */
export function chooseScheme(wanted: string): Scheme {
  const scheme = asScheme(wanted)
  if (scheme === 'system') localStorage.removeItem('theme')
  else localStorage.setItem('theme', scheme)
  const isDark = scheme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  document.documentElement.classList.toggle('dark', isDark)
  return scheme
}

function asScheme(text: string | null): Scheme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

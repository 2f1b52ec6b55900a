import { Moon, Sun } from 'lucide-react'
import { m } from '#web/messages/app.ts'
import { IconButton } from './icon-button.tsx'

/** The scheme lives on <html class>, set before first paint by /theme.js; CSS picks the icon, so markup needs no state. */
export function ThemeToggle() {
  return (
    <IconButton label={m.common.toggleScheme} onClick={flipScheme}>
      <Sun size={17} aria-hidden="true" className="hidden dark:block" />
      <Moon size={17} aria-hidden="true" className="dark:hidden" />
    </IconButton>
  )
}

/** From light to dark or back, and so it stays on this device. */
export function flipScheme() {
  const isDark = document.documentElement.classList.toggle('dark')
  localStorage.setItem('theme', isDark ? 'dark' : 'light')
}

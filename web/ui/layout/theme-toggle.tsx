import { Moon, Sun } from 'lucide-react'
import { common } from '#web/messages/common.ts'
import { flipScheme } from './scheme.ts'
import { IconButton } from '../button/icon-button.tsx'

/** The scheme lives on <html class>, set before first paint by /theme.js; CSS picks the icon, so markup needs no state. */
export function ThemeToggle() {
  return (
    <IconButton label={common.toggleScheme} onClick={flipScheme}>
      <Sun size={17} aria-hidden="true" className="hidden dark:block" />
      <Moon size={17} aria-hidden="true" className="dark:hidden" />
    </IconButton>
  )
}

import type { KeyboardEvent, MouseEvent } from 'react'
import type { MenuPoint } from '../overlay/context-menu.tsx'

/** @param opener has the focus when the menu closes. @returns whether there is a menu: otherwise the browser shows its own */
export type OpenMenu = (at: MenuPoint, opener: HTMLElement | null) => boolean

/** Returns what has a row hear the right button, a long press, and Shift+F10 or the menu key on one of its controls. */
export const menuEvents = (open: OpenMenu) => ({
  onContextMenu: (event: MouseEvent<HTMLElement>) => {
    // A link has the menu of the browser: it opens elsewhere, and is copied.
    if (event.target instanceof Element && event.target.closest('a')) return
    const button = event.currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]')
    if (open({ x: event.clientX, y: event.clientY }, button)) event.preventDefault()
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    const isAsked = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (!isAsked || !(event.target instanceof HTMLElement)) return
    if (open(below(event.target), event.target)) event.preventDefault()
  },
})

/** Where a menu opens that belongs to a control: below its edge that is nearer to that of the screen, so that the two are in line. */
export function below(control: HTMLElement): MenuPoint {
  const { left, right, bottom } = control.getBoundingClientRect()
  return { x: left + right > innerWidth ? right : left, y: bottom }
}

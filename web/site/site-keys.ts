/**
 * Alt+S goes to the main content; Escape closes what was opened, and the menu closes when a page was chosen. Dialogs close by themselves.
 *
 * @returns ends it.
 */
export function listenForSiteKeys(goToMain: () => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyS') {
      event.preventDefault()
      goToMain()
    }
    if (event.key === 'Escape' && !event.defaultPrevented) closeFoldables()
  }
  addEventListener('keydown', onKey)
  addEventListener('click', closeMenu)
  return () => {
    removeEventListener('keydown', onKey)
    removeEventListener('click', closeMenu)
  }
}

function closeFoldables(): void {
  if (document.querySelector('[role=dialog]')) return
  for (const open of document.querySelectorAll<HTMLDetailsElement>('details[open]')) {
    // Focus inside of what closes would be lost.
    if (open.contains(document.activeElement)) open.querySelector('summary')?.focus()
    open.open = false
  }
}

/** The page may stay: its own section was chosen, or the browser keeps it for the way back. */
function closeMenu({ target }: MouseEvent): void {
  const menu = target instanceof Element && target.closest('a') && target.closest<HTMLDetailsElement>('header details')
  if (menu) menu.open = false
}

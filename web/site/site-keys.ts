/**
 * Alt+S goes to the main content; Escape closes what was opened. Dialogs close by themselves.
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
  return () => removeEventListener('keydown', onKey)
}

function closeFoldables(): void {
  if (document.querySelector('[role=dialog]')) return
  for (const open of document.querySelectorAll<HTMLDetailsElement>('details[open]')) {
    // Focus inside of what closes would be lost.
    if (open.contains(document.activeElement)) open.querySelector('summary')?.focus()
    open.open = false
  }
}

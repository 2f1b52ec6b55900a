/** Faults of pages that the comprehensive test opens, by the check that finds it, and what the check says. */
export const PAGE_FAULTS = {
  'MOB-02': { what: 'a part is wider than the screen', says: /A page is wider than a small screen/ },
  'MOB-03': { what: 'two buttons are small and close together', says: /A finger does not meet what is this small/ },
  'MOB-04': { what: 'nothing says which button opens the menu', says: /nothing opens the sidebar/ },
  'MOB-05': { what: 'a field for an address shows the wrong keyboard', says: /shows the wrong keyboard/ },
  'NAV-07': { what: 'a page does not say its language', says: /no language/ },
} as const
export type PageFault = keyof typeof PAGE_FAULTS

/** Name under which a page keeps which fault is planted. */
export const PLANTED_AT = 'planted-fault'

/**
 * Runs in the document of a frame, and breaks it as often as it changes: the page that looks is whole. Names nothing outside of itself, because
 * only its text reaches the frame.
 */
export function breakFrame(plantedAt: string): void {
  const add = <Name extends keyof HTMLElementTagNameMap>(name: Name, id: string, style: Record<string, string>) => {
    const main = document.querySelector('main')
    if (!main || document.getElementById(id)) return undefined
    const element = document.createElement(name)
    element.id = id
    Object.assign(element.style, style)
    main.append(element)
    return element
  }
  const small = { width: '12px', height: '12px', minWidth: '0', minHeight: '0', padding: '0' }
  const faults: Record<string, () => unknown> = {
    'MOB-02': () => document.body?.style.setProperty('min-width', '900px'),
    'MOB-03': () => [add('button', 'planted', small), add('button', 'planted-too', small)],
    'MOB-04': () =>
      document.querySelectorAll('header button[aria-expanded]').forEach((one) => one.removeAttribute('aria-expanded')),
    'MOB-05': () => add('input', 'planted', { width: '200px', height: '44px' })?.setAttribute('autocomplete', 'email'),
    'NAV-07': () => document.documentElement.removeAttribute('lang'),
  }
  const plant = (): void => void faults[localStorage.getItem(plantedAt) ?? '']?.()
  plant()
  new MutationObserver(plant).observe(document, { childList: true, subtree: true, attributes: true })
}

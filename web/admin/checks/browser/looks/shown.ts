/** Whether an element can be seen and used: what is hidden, or there for screen readers only, cannot. */
export function isShown(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true })) return false
  if (element.closest('[inert], [aria-hidden=true], [hidden]')) return false
  const { width, height } = element.getBoundingClientRect()
  // What is "for screen readers only" is a point.
  return width > 1 && height > 1
}

/** A few words that help to find an element; nothing that a person typed or named. */
export function nameOf(element: Element): string {
  const { localName, id } = element
  const role = element.getAttribute('role')
  const type = element.getAttribute('type')
  const path =
    element instanceof Element && localName === 'a'
      ? new URL(element.getAttribute('href') ?? '', 'http://a').pathname
      : ''
  const own = [localName, type && `[type=${type}]`, role && `[role=${role}]`, /^[a-z-]+$/.test(id) && `#${id}`]
  return own.filter(Boolean).join('') + (path && ` to ${path.replaceAll(/[0-9a-f-]{36}/g, '…')}`)
}

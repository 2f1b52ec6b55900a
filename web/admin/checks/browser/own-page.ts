/** SEC-02: text is not taken for markup. Undefined where this browser does not know Trusted Types, which nothing then enforces. */
export function isMarkupRefused(page: Document): boolean | undefined {
  if (!('trustedTypes' in globalThis)) return undefined
  try {
    // It belongs to no page, so it would do nothing.
    Reflect.set(page.createElement('div'), 'innerHTML', '<b>text</b>')
    return false
  } catch {
    return true
  }
}

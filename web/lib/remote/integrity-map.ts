type ImportMap = { integrity?: Record<string, string> }

/** What this document vouches for: Subresource Integrity by address (`web/build/integrity.ts`). Empty while `npm run dev` serves it. */
export function integrityMap(): Readonly<Record<string, string>> {
  const text = document.querySelector('script[type="importmap"]')?.textContent
  return text ? ((JSON.parse(text) as ImportMap).integrity ?? {}) : {}
}

import { type LinkVisit, isOnVisit } from '#vault/sharing/links/link-visit.ts'

/** The visit that this tab is on, if there is one. */
export function rememberedVisit(id: string): LinkVisit | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    return isVisit(kept) && isOnVisit(kept) ? kept : null
  } catch (error) {
    // Storage that is blocked, or holds something else.
    if (error instanceof DOMException || error instanceof SyntaxError) return null
    throw error
  }
}

/** Remembers it, or nothing. */
export function rememberVisit(id: string, visit: LinkVisit | null): void {
  try {
    if (visit) sessionStorage.setItem(keyOf(id), JSON.stringify(visit))
    else sessionStorage.removeItem(keyOf(id))
  } catch (error) {
    // Blocked or full: the visit was counted, and lasts as long as the page.
    if (!(error instanceof DOMException)) throw error
  }
}

function isVisit(kept: unknown): kept is LinkVisit {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'ticket' in kept &&
    typeof kept.ticket === 'string' &&
    'untilMs' in kept &&
    typeof kept.untilMs === 'number'
  )
}

const keyOf = (id: string): string => `quantumshield-visit-${id}`

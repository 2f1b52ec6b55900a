import { useCallback, useRef, useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { VaultError, type LinkVisit } from '#web/lib/remote/vault-client.ts'
import { useVault } from '../../vault-context.ts'

/** A download that is asked for in the last minute could end before it began. */
const SPARE_MS = 60_000

/**
 * The visit of this tab to a link: opening the file begins one, which counts as one of its downloads, and for the next hour looking
 * and saving count no more. The tab remembers it, so that loading the page again is the same visit.
 */
export function useLinkVisit(id: string) {
  const { visit: link } = useVault()
  const now = useNow()
  const [visit, setVisit] = useState(() => rememberedVisit(id))
  const [begun, setBegun] = useState(0)
  // Who previews and saves at once is on one visit.
  const beginning = useRef<Promise<LinkVisit>>(null)
  // Where the tab keeps nothing, the visit lasts as long as the page.
  const current = useRef<LinkVisit>(null)
  const prepare = useCallback(async () => {
    const begin = async (): Promise<LinkVisit> => {
      const next = await link.begin(id)
      current.current = next
      setVisit(next)
      remember(id, next)
      setBegun((times) => times + 1)
      return next
    }
    const on = rememberedVisit(id) ?? (isOn(current.current) ? current.current : null)
    if (on) {
      return link.prepareDownload(id, on).catch((error: unknown) => {
        // A ticket that no longer counts is not tried again; one that was only not answered is.
        if (error instanceof VaultError && error.code !== 'offline') {
          current.current = null
          setVisit(null)
          remember(id, null)
        }
        throw error
      })
    }
    beginning.current ??= begin().finally(() => (beginning.current = null))
    return link.prepareDownload(id, await beginning.current)
  }, [link, id])

  return {
    /** When it ends; null when there is none now. */
    untilMs: visit !== null && now.getTime() < visit.untilMs - SPARE_MS ? visit.untilMs : null,
    /** How many began since the page was loaded. */
    begun,
    prepare,
  }
}

/** The visit that this tab is on, if there is one. */
export function rememberedVisit(id: string): LinkVisit | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    return isVisit(kept) && isOn(kept) ? kept : null
  } catch (error) {
    // Storage that is blocked, or holds something else.
    if (error instanceof DOMException || error instanceof SyntaxError) return null
    throw error
  }
}

function remember(id: string, visit: LinkVisit | null): void {
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

function isOn(visit: LinkVisit | null): boolean {
  return visit !== null && Date.now() < visit.untilMs - SPARE_MS
}

const keyOf = (id: string): string => `quantumshield-visit-${id}`

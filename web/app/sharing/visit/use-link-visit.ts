import { useCallback, useRef, useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import type { LinkVisit } from '#web/lib/remote/vault-client.ts'
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
  const prepare = useCallback(async () => {
    const begin = async (): Promise<LinkVisit> => {
      const next = await link.begin(id)
      sessionStorage.setItem(keyOf(id), JSON.stringify(next))
      setVisit(next)
      setBegun((times) => times + 1)
      return next
    }
    const on = rememberedVisit(id)
    if (on) return link.prepareDownload(id, on)
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
  const { ticket, untilMs } = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? '{}') as Partial<LinkVisit>
  if (typeof ticket !== 'string' || typeof untilMs !== 'number') return null
  return Date.now() < untilMs - SPARE_MS ? { ticket, untilMs } : null
}

const keyOf = (id: string): string => `quantumshield-visit-${id}`

import { useCallback, useRef, useState } from 'react'
import { useNow } from '#web/lib/clock.ts'
import { VaultError, type LinkVisit, type VaultErrorCode, type VisitedLink } from '#web/lib/remote/vault-client.ts'
import { useVault } from '../../vault-context.ts'

/** A download that is asked for in the last minute could end before it began. */
const SPARE_MS = 60_000

/** After these the ticket is tried again: nothing was answered, or only one file is not there. After all others it no longer counts. */
const STAYS_ON_VISIT: ReadonlySet<VaultErrorCode> = new Set<VaultErrorCode>([
  'offline',
  'share_link_file_missing',
  'share_link_unavailable',
])

/**
 * The visit of this tab to a link: opening the file begins one, which counts as one of its downloads, and for the next hour looking
 * and saving count no more. The tab remembers it, so that loading the page again is the same visit.
 */
export function useLinkVisit({ id, downloadsLeft }: Pick<VisitedLink, 'id' | 'downloadsLeft'>) {
  const { visit: link } = useVault()
  const now = useNow()
  const [visit, setVisit] = useState(() => rememberedVisit(id))
  const [begun, setBegun] = useState(0)
  // Who previews and saves at once is on one visit.
  const beginning = useRef<Promise<LinkVisit>>(null)
  // Where the tab keeps nothing, the visit lasts as long as the page.
  const current = useRef<LinkVisit>(null)
  const onVisit = useCallback(async (): Promise<LinkVisit> => {
    const on = rememberedVisit(id) ?? (isOn(current.current) ? current.current : null)
    if (on) return on
    if (beginning.current) return beginning.current
    const noted = (started: LinkVisit): LinkVisit => {
      current.current = started
      setVisit(started)
      remember(id, started)
      setBegun((times) => times + 1)
      return started
    }
    const next = link
      .begin(id)
      .then(noted)
      .finally(() => (beginning.current = null))
    beginning.current = next
    return next
  }, [link, id])
  const leaveAfter = useCallback(
    (error: unknown): never => {
      if (error instanceof VaultError && !STAYS_ON_VISIT.has(error.code)) {
        current.current = null
        setVisit(null)
        remember(id, null)
      }
      throw error
    },
    [id],
  )
  const prepare = useCallback(
    async (fileId: string) => link.prepareDownload(id, await onVisit(), fileId).catch(leaveAfter),
    [link, id, onVisit, leaveAfter],
  )
  const prepareZip = useCallback(
    async (name: string, fileIds: readonly string[]) =>
      link.prepareZip(id, await onVisit(), { name, fileIds }).catch(leaveAfter),
    [link, id, onVisit, leaveAfter],
  )

  const untilMs = visit !== null && now.getTime() < visit.untilMs - SPARE_MS ? visit.untilMs : null
  // Those that began since the page was loaded are counted from what the server said then.
  const left = downloadsLeft === null ? null : Math.max(0, downloadsLeft - begun)
  return {
    /** When the visit ends; null when there is none now. */
    untilMs,
    /** Downloads; null without a limit. */
    left,
    /** It was the last one, and its visit is over. */
    isClosed: left === 0 && untilMs === null,
    prepare,
    prepareZip,
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

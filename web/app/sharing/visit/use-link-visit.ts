import { useCallback, useRef, useState } from 'react'
import { isOnVisit } from '#vault/sharing/links/link-visit.ts'
import { useNow } from '#web/lib/clock.ts'
import { VaultError, type LinkVisit, type VaultErrorCode, type VisitedLink } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { rememberVisit, rememberedVisit } from './remembered-visit.ts'

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
  const { visit, begun, onVisit, catchUp, leaveAfter } = useCountedVisits(id)
  const prepare = useCallback(
    async (fileId: string) => link.prepareDownload(id, await onVisit(), fileId).catch(leaveAfter),
    [link, id, onVisit, leaveAfter],
  )
  const prepareZip = useCallback(
    async (name: string, fileIds: readonly string[]) =>
      link.prepareZip(id, await onVisit(), { name, fileIds }).catch(leaveAfter),
    [link, id, onVisit, leaveAfter],
  )

  const untilMs = visit !== null && isOnVisit(visit, now.getTime()) ? visit.untilMs : null
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
    /** After an archive, which may have taken further visits. */
    catchUp,
  }
}

function useCountedVisits(id: string) {
  const { visit: link } = useVault()
  const [visit, setVisit] = useState(() => rememberedVisit(id))
  const [begun, setBegun] = useState(0)
  // Who previews and saves at once is on one visit.
  const beginning = useRef<Promise<LinkVisit>>(null)
  // Where the tab keeps nothing, the visit lasts as long as the page.
  const current = useRef<LinkVisit>(null)
  const noted = useCallback(
    (started: LinkVisit): LinkVisit => {
      current.current = started
      setVisit(started)
      rememberVisit(id, started)
      setBegun((times) => times + 1)
      return started
    },
    [id],
  )
  const onVisit = useCallback(async (): Promise<LinkVisit> => {
    const on = rememberedVisit(id) ?? (current.current && isOnVisit(current.current) ? current.current : null)
    if (on) return on
    if (beginning.current) return beginning.current
    const next = link
      .begin(id)
      .then(noted)
      .finally(() => (beginning.current = null))
    beginning.current = next
    return next
  }, [link, id, noted])
  const catchUp = useCallback(async () => {
    for (const started of await link.takeBegun(id)) noted(started)
  }, [link, id, noted])
  const leaveAfter = useCallback(
    (error: unknown): never => {
      if (error instanceof VaultError && !STAYS_ON_VISIT.has(error.code)) {
        current.current = null
        setVisit(null)
        rememberVisit(id, null)
      }
      throw error
    },
    [id],
  )
  return {
    visit,
    /** How many began since the page was loaded. */
    begun,
    onVisit,
    catchUp,
    leaveAfter,
  }
}

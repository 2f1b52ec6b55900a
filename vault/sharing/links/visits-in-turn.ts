import type { VaultApi } from '../../session/api.ts'
import { VaultError } from '../../session/vault-error.ts'
import { type LinkVisit, isOnVisit } from './link-visit.ts'
import { type OpenLink, beginVisit } from './visit-link.ts'

/** Gives the visit for the next file of a long download. */
export type LinkVisits = () => Promise<LinkVisit>

/**
 * Files that take longer than a visit lasts are read on as many as it takes, each of which the server counts. Where it gives no other,
 * the one at hand is used to its end.
 * @param first the one that has begun.
 * @param onBegin hears of each that follows.
 * @returns what throws {VaultError} as `beginVisit` does.
 */
export function visitsInTurn(
  api: VaultApi,
  link: OpenLink,
  first: LinkVisit,
  onBegin: (visit: LinkVisit) => void = () => undefined,
): LinkVisits {
  let current = first
  return async () => {
    if (isOnVisit(current)) return current
    try {
      current = await beginVisit(api, link)
      onBegin(current)
    } catch (error) {
      if (!(error instanceof VaultError) || Date.now() >= current.untilMs) throw error
    }
    return current
  }
}

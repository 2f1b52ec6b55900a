import type { Member } from '#web/lib/remote/vault-client.ts'
import { labelOf } from '#web/parts/people/team-view.ts'

/** People of these whom the organisation does not have any more: removed, or not listed at all, which leaves their id. */
export function goneOf(ids: readonly string[], listed: readonly Member[]): { id: string; label: string }[] {
  return ids.flatMap((id) => {
    const one = listed.find(({ userId }) => userId === id)
    return one?.removedAt === null ? [] : [{ id, label: one ? labelOf(one) : id }]
  })
}

import { readingKeys } from '#vault/content-keys.ts'
import { type OwnGrant, listGrants, revokeGrant, revokeGrants, shareFile } from '#vault/grants.ts'
import { type NewLink, type OwnLink, createLink, listLinks, revokeLink } from '#vault/links.ts'
import { type Peer, findPeople, findPerson, markCompared, safetyNumberWith } from '#vault/people.ts'
import { type SharedFile, leaveShare, listSharedWithMe, proveShared } from '#vault/shared-files.ts'
import { VaultError } from '#vault/vault-error.ts'
import type { FoundPeople, FoundPerson } from '#web/lib/sharing-client.ts'
import { type DownloadTicket, offerContent } from './transfer-calls.ts'
import { connected, onLock, stillOpen, unlocked } from './vault-state.ts'

/** People as they were shown: what is shared goes to these keys, not to ones that the server says a moment later. */
const found = new Map<string, Peer>()
onLock(() => found.clear())

/** Files that others may open, and files that others share. */
export const sharingCalls = {
  async findPerson(email: string): Promise<FoundPerson> {
    const opened = unlocked()
    const peer = await findPerson(connected(), opened, email)
    stillOpen(opened)
    return shown(peer)
  },

  async markCompared(userId: string): Promise<FoundPerson> {
    const peer = foundPerson(userId)
    await markCompared(connected(), unlocked(), peer, new Date())
    return shown({ ...peer, trust: 'compared' })
  },

  async findPeople(emails: readonly string[]): Promise<FoundPeople> {
    const opened = unlocked()
    const { peers, missing } = await findPeople(connected(), opened, emails)
    stillOpen(opened)
    for (const peer of peers) found.set(peer.userId, peer)
    return {
      people: peers.map(({ userId, email, name, trust }) => ({ userId, email, name, trust })),
      missing: missing.map(({ email, problem }) => ({ email, code: problem.code })),
    }
  },

  async shareWithPeople(fileId: string, userIds: readonly string[], days: number | null): Promise<string[]> {
    const options = { fileId, peers: userIds.map(foundPerson), days, now: new Date() }
    return (await shareFile(connected(), unlocked(), options)).map(({ email }) => email)
  },

  shareByLink: (wanted: NewLink): Promise<string> => createLink(connected(), unlocked(), wanted, new Date()),

  async sharedByMe(fileId?: string): Promise<{ people: OwnGrant[]; links: OwnLink[] }> {
    const [people, links] = await Promise.all([
      listGrants(connected(), unlocked(), fileId),
      listLinks(connected(), fileId),
    ])
    return { people, links }
  },

  endGrant: (fileId: string, userId: string): Promise<void> => revokeGrant(connected(), fileId, userId),
  endGrants: (fileId: string): Promise<void> => revokeGrants(connected(), unlocked(), fileId),
  endLink: (id: string): Promise<void> => revokeLink(connected(), id, new Date()),

  sharedWithMe: (): Promise<SharedFile[]> => listSharedWithMe(connected(), unlocked(), new Date()),
  leaveShare: (fileId: string): Promise<void> => leaveShare(connected(), unlocked(), fileId),

  async prepareSharedDownload(fileId: string): Promise<DownloadTicket> {
    const opened = unlocked()
    const proved = await proveShared(connected(), opened, fileId, new Date())
    stillOpen(opened)
    const { name, type: mimeType, size: sizeBytes } = proved.metadata
    return { ticket: offerContent(readingKeys(proved)), name, mimeType, sizeBytes }
  },
}

async function shown(peer: Peer): Promise<FoundPerson> {
  found.set(peer.userId, peer)
  const { userId, email, name, trust } = peer
  return { userId, email, name, trust, safetyNumber: await safetyNumberWith(unlocked(), peer) }
}

function foundPerson(userId: string): Peer {
  const peer = found.get(userId)
  if (!peer) throw new VaultError('person_unknown', 'Look for the person first.')
  return peer
}

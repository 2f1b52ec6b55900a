import { readingKeys } from '#vault/transfer/content-keys.ts'
import { type OwnGrant, listGrants, revokeGrant, revokeGrants, shareFile } from '#vault/sharing/grants.ts'
import type { ShownWithin } from '#vault/folders/prove-folders.ts'
import { changeLink } from '#vault/sharing/links/change-link.ts'
import { type OwnLink, listLinks, revokeLink } from '#vault/sharing/links/links.ts'
import { type NewLink, type NewLinkToSeveral, createLink, createLinkToSeveral } from '#vault/sharing/links/new-link.ts'
import { type Peer, findPeople, findPerson, markCompared, safetyNumberWith } from '#vault/sharing/people.ts'
import type { Trust } from '#vault/pins/trust.ts'
import { type SharedFile, leaveShare, listSharedWithMe, proveShared } from '#vault/sharing/shared-files.ts'
import { VaultError, type VaultErrorCode } from '#vault/session/vault-error.ts'
import { withApi, withVault } from './bind-calls.ts'
import { type DownloadTicket, offerContent } from '../transfer/content-keys.ts'
import { connected, onLock, stillOpen, unlocked } from '../vault-state.ts'

/** Somebody of the organisation, as the dialog shows them; their keys stay in the worker. */
export type FoundPerson = {
  userId: string
  email: string
  name: string
  /** `changed` blocks sharing. */
  trust: Trust
  /** This address led to them before. */
  isAddressKnown: boolean
  /** 12 groups of five digits, the same on both screens. */
  safetyNumber: string
}

/** Whom several addresses led to, and which led to nobody who can be given a file. */
export type FoundPeople = {
  people: Omit<FoundPerson, 'safetyNumber'>[]
  missing: { email: string; code: VaultErrorCode }[]
}

/** Who and what can open files of mine. */
export type Access = { people: OwnGrant[]; links: OwnLink[] }

/** People as they were shown: what is shared goes to these keys, not to ones that the server says a moment later. */
const found = new Map<string, Peer>()
onLock(() => found.clear())

/** Files that others may open, and files that others share. */
export const sharingCalls = {
  ...withApi({ endGrant: revokeGrant }),
  ...withVault({ endGrants: revokeGrants, leave: leaveShare, changeLink }),

  /** By exact address. */
  async findPerson(email: string): Promise<FoundPerson> {
    const opened = unlocked()
    const peer = await findPerson(connected(), opened, email)
    stillOpen(opened)
    return shown(peer)
  },

  /** Remembers, on every device, that the safety number of this person was compared. */
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
      people: peers.map(({ userId, email, name, trust, isAddressKnown }) => ({
        userId,
        email,
        name,
        trust,
        isAddressKnown,
      })),
      missing: missing.map(({ email, problem }) => ({ email, code: problem.code })),
    }
  },

  /** To the keys of people that were found; null days for no end. @returns addresses of those who left meanwhile. */
  async shareWithPeople(file: ShownWithin, userIds: readonly string[], days: number | null): Promise<string[]> {
    const { within = [] } = file
    const options = { file, within, peers: userIds.map(foundPerson), days, now: new Date() }
    return (await shareFile(connected(), unlocked(), options)).map(({ email }) => email)
  },

  /** @returns the whole address, its secret included. */
  shareByLink: async (wanted: NewLink): Promise<string> =>
    location.origin + (await createLink(connected(), unlocked(), wanted, new Date())),

  /**
   * The same for several files. `shouldContinue` hears how many are sealed, and says whether to continue.
   * @returns null when it was stopped.
   */
  async shareSeveralByLink(
    wanted: NewLinkToSeveral,
    shouldContinue: (done: number) => boolean | Promise<boolean>,
  ): Promise<string | null> {
    const stop = new AbortController()
    const onProved = async (done: number): Promise<void> => {
      if (!(await shouldContinue(done))) stop.abort()
    }
    const making = { signal: stop.signal, onProved }
    const path = await createLinkToSeveral(connected(), unlocked(), wanted, new Date(), making).catch(
      (error: unknown) => {
        if (stop.signal.aborted) return null
        throw error
      },
    )
    return path && location.origin + path
  },

  /** Of one file, or of all; what ran out is among it. */
  async byMe(fileId?: string): Promise<Access> {
    const [people, links] = await Promise.all([
      listGrants(connected(), unlocked(), fileId),
      listLinks(connected(), unlocked(), fileId),
    ])
    return { people, links }
  },

  endLink: (id: string): Promise<void> => revokeLink(connected(), id, new Date()),
  withMe: (): Promise<SharedFile[]> => listSharedWithMe(connected(), unlocked(), new Date()),

  async prepareDownload(fileId: string): Promise<DownloadTicket> {
    const opened = unlocked()
    const proved = await proveShared(connected(), opened, fileId, new Date())
    stillOpen(opened)
    const { name, type: mimeType, size: sizeBytes } = proved.metadata
    return { ticket: offerContent(readingKeys(proved)), name, mimeType, sizeBytes }
  },
}

async function shown(peer: Peer): Promise<FoundPerson> {
  found.set(peer.userId, peer)
  const { userId, email, name, trust, isAddressKnown } = peer
  return { userId, email, name, trust, isAddressKnown, safetyNumber: await safetyNumberWith(unlocked(), peer) }
}

function foundPerson(userId: string): Peer {
  const peer = found.get(userId)
  if (!peer) throw new VaultError('person_unknown', 'Look for the person first.')
  return peer
}

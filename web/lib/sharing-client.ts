import type { OwnGrant } from '#vault/grants.ts'
import type { NewLink, OwnLink } from '#vault/links.ts'
import type { Trust } from '#vault/people.ts'
import type { SharedFile } from '#vault/shared-files.ts'
import type { VaultErrorCode } from '#vault/vault-error.ts'
import type { Backend } from './create-vault-client.ts'
import type { Saving } from './downloads.ts'
import type { FileView, Viewing } from './views.ts'
export type { OwnGrant } from '#vault/grants.ts'
export type { NewLink, OwnLink } from '#vault/links.ts'

export type { SharedFile } from '#vault/shared-files.ts'

/** Somebody of the organisation, as the dialog shows them; their keys stay in the worker. */
export type FoundPerson = {
  userId: string
  email: string
  name: string
  /** `changed` blocks sharing. */
  trust: Trust
  /** 12 groups of five digits, the same on both screens. */
  safetyNumber: string
}

/** Whom several addresses led to, and which led to nobody who can be given a file. */
export type FoundPeople = {
  people: Omit<FoundPerson, 'safetyNumber'>[]
  missing: { email: string; code: VaultErrorCode }[]
}

/** Who and what can open files of mine. */
type Access = { people: OwnGrant[]; links: OwnLink[] }

/** Sharing with people of the organisation and by link. */
export type SharingClient = {
  /** By exact address. */
  findPerson: (email: string) => Promise<FoundPerson>
  findPeople: (emails: readonly string[]) => Promise<FoundPeople>
  /** Remembers, on every device, that the safety number of this person was compared. */
  markCompared: (userId: string) => Promise<FoundPerson>
  /** To the keys of people that were found; null days for no end. @returns addresses of those who left meanwhile. */
  shareWithPeople: (fileId: string, userIds: readonly string[], days: number | null) => Promise<string[]>
  /** @returns the whole address, its secret included; it cannot be shown again. */
  shareByLink: (wanted: NewLink) => Promise<string>
  /** Of one file, or of all; what ran out is among it. */
  byMe: (fileId?: string) => Promise<Access>
  endGrant: (fileId: string, userId: string) => Promise<void>
  /** Of everybody who was given this file. */
  endGrants: (fileId: string) => Promise<void>
  endLink: (id: string) => Promise<void>
  withMe: () => Promise<SharedFile[]>
  /** Takes a file of somebody else off the own list. */
  leave: (fileId: string) => Promise<void>
  /** Saves a file that somebody else shared; resolves when the last byte was verified. */
  download: (fileId: string) => Promise<void>
  /** Opens a file that somebody else shared, to look at it here. */
  view: (fileId: string) => Promise<FileView>
}

export function createSharing(
  backend: Promise<Backend>,
  { save, show }: Pick<Saving, 'save'> & Viewing,
): SharingClient {
  const vault = async () => (await backend).workers.vault
  return {
    findPerson: async (email) => (await vault()).findPerson(email),
    markCompared: async (userId) => (await vault()).markCompared(userId),
    findPeople: async (emails) => (await vault()).findPeople(emails),
    shareWithPeople: async (fileId, userIds, days) => (await vault()).shareWithPeople(fileId, userIds, days),
    shareByLink: async (wanted) => location.origin + (await (await vault()).shareByLink(wanted)),
    byMe: async (fileId) => (await vault()).sharedByMe(fileId),
    endGrant: async (fileId, userId) => (await vault()).endGrant(fileId, userId),
    endGrants: async (fileId) => (await vault()).endGrants(fileId),
    endLink: async (id) => (await vault()).endLink(id),
    withMe: async () => (await vault()).sharedWithMe(),
    leave: async (fileId) => (await vault()).leaveShare(fileId),
    download: (fileId) => save((workers) => workers.vault.prepareSharedDownload(fileId), { needsVault: true }),
    view: (fileId) => show((workers) => workers.vault.prepareSharedDownload(fileId)),
  }
}

import type { OrganisationFacts } from '#contract/organisation/organisation.ts'
import { VaultApi } from '#vault/session/api.ts'
import type { StartSettings } from './account-costs.ts'
import { createTokenSource } from './access-token.ts'
import type { Backend, Biller } from '../remote/backend.ts'

/** `least_password`: characters that the organisation wants of a password; null where it has no rule. */
export type InvitationFacts = { organisation: string; inviter: string | null; least_password: number | null }

/** The server itself: whose organisation people join, and who runs it. */
export type InstallationClient = {
  /** With the storage of somebody without a subscription; null is without a limit. */
  facts: () => Promise<
    OrganisationFacts & {
      freeStorageBytes: number | null
      biller: Biller
      hasLocalMailbox: boolean
      start: StartSettings
    }
  >
  /** Where a mailed invitation leads, as the server says. @throws {VaultError} `link_expired` */
  readInvitation: (token: string) => Promise<InvitationFacts>
  /** Makes the signed-in person its administrator. @throws {VaultError} `not_allowed` for a link that is not valid any more. */
  claim: (secret: string) => Promise<void>
}

export function createInstallation(backend: Promise<Backend>): InstallationClient {
  return {
    facts: async () => {
      const { config } = await backend
      const { organisation, free_storage_bytes, billing, has_local_mailbox } = config
      return {
        ...organisation,
        freeStorageBytes: free_storage_bytes,
        biller: billing,
        hasLocalMailbox: has_local_mailbox,
        start: config,
      }
    },
    readInvitation: async (token) => {
      const answer = await (await apiOf(backend)).auth('team/invitations/read', { token })
      return answer as InvitationFacts
    },
    claim: async (secret) => {
      await (await apiOf(backend)).auth('installation/claim', { secret })
    },
  }
}

async function apiOf(backend: Promise<Backend>): Promise<VaultApi> {
  const { auth, config, storage } = await backend
  const accessToken = createTokenSource(auth, storage)
  return new VaultApi({ baseUrl: '', publishableKey: config.publishable_key, accessToken })
}

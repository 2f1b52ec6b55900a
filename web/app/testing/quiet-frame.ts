import { NO_POLICIES } from '#contract/organisation/policies.ts'
import { createStore } from '#web/lib/remote/store.ts'
import type { AccountState, DownloadProgress, Guest, ListReading, UploadItem } from '#web/lib/remote/vault-client.ts'
import type { VaultAnswers } from './stub-vault.ts'

export const ADA = {
  kind: 'open',
  email: 'ada@example.org',
  userId: '00000000-0000-4000-8000-00000000000a',
  firstName: 'Ada',
  keyFingerprint: '00'.repeat(32),
} as const satisfies AccountState

const NOTHING_SET_UP = {
  isEmailConfirmed: true,
  hasVault: true,
  hasRecoveryWords: true,
  recoveryCheckedAt: null,
  secondFactors: 0,
  recoveryCodes: 0,
  passkeys: 0,
  hasProvider: false,
  fitsWays: true,
  passwordSetAt: null,
  idleSessions: 0,
  stolenAt: null,
}

/**
 * Answers to the questions of the frame around every page, for a person with nothing stored, nothing shared and nothing to be told: a member of an
 * organisation without a role.
 */
export function quietFrame() {
  return {
    account: { state: createStore<AccountState>(ADA) },
    files: {
      spaceId: null,
      maxFileBytes: createStore(1_000_000),
      reading: createStore<ListReading | null>(null),
      uploads: createStore<readonly UploadItem[]>([]),
      downloads: createStore<readonly DownloadProgress[]>([]),
      list: async () => [],
      onUploaded: () => () => undefined,
    },
    folders: { spaceId: null, list: async () => [] },
    tags: { list: async () => [], pairs: async () => [] },
    spaces: { list: async () => [] },
    sharing: { byMe: async () => ({ people: [], links: [] }) },
    live: { listen: () => () => undefined },
    requests: { receive: async () => ({ accepted: [], refused: [] }), listReceivedIds: async () => [] },
    devices: { receive: async () => ({ accepted: [], refused: [] }) },
    roles: { list: async () => [], isOfOperator: async () => false },
    settings: { storage: async () => ({ usedBytes: 0, limitBytes: null, isOwnLimit: false }) },
    badges: { unread: async () => 0, copilot: async () => ({ isActive: false, problem: null }) },
    keyring: { stale: async () => null },
    threats: { pause: async () => null },
    team: {
      policies: async () => ({ policies: NO_POLICIES, version: 0, updatedAt: null, updatedBy: null }),
      ownInvitations: async () => [],
      guests: async () => new Map<string, Guest>(),
    },
    people: { list: async () => ({ people: [], after: null }) },
    tenantLife: { ownDeletion: async () => null, ownEntry: async () => null, guests: async () => [] },
    teams: { list: async () => [] },
    views: { list: async () => [] },
    security: {
      facts: async () => NOTHING_SET_UP,
    },
    ledger: {
      followWaits: async () => undefined,
      receipts: async () => undefined,
      ownKeys: async () => ({
        log: {
          origin: 'example.org/anchor',
          head: { size: 1, root: new Uint8Array(32) },
          before: undefined,
          isAnother: false,
          witnesses: { state: 'none' },
        },
        listing: 'listed',
      }),
    },
  } satisfies VaultAnswers
}

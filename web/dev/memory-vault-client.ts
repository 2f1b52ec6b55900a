import { createStore } from '#web/lib/store.ts'
import { VaultError, type AccountClient, type AccountState, type VaultClient } from '#web/lib/vault-client.ts'
import { createMemoryAccountInfo } from './memory-account-info.ts'
import { createMemoryFiles } from './memory-files.ts'
import { createMemoryRecovery } from './memory-recovery.ts'
import { createMemoryRequests, createMemorySender } from './memory-requests.ts'
import { createMemorySharing } from './memory-sharing.ts'
import { createMemorySpaces } from './memory-spaces.ts'
import { createMemoryStatus } from './memory-status.ts'
import { createMemoryTeam } from './memory-team.ts'
import { createMemoryVisit } from './memory-visit.ts'
import { createMemoryOrder } from './memory-order.ts'
import { sampleFiles } from './sample-files.ts'
import { createMemoryProtection } from './memory-protection.ts'
import { createMemoryCompliance } from './memory-compliance.ts'
import { createMemoryInstallation } from './memory-installation.ts'
import { createMemorySettings } from './memory-settings.ts'

const EMAIL = 'ada@example.com'
const OPEN = {
  kind: 'open' as const,
  email: EMAIL,
  userId: '0196f3c2-0000-7000-8000-000000000001',
  firstName: 'Ada',
  keyFingerprint: '9f86d081884c7d659a2feaa0c55ad015',
} satisfies AccountState
const WORDS =
  'abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid acoustic acquire across act action actor actress actual'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A vault that forgets, for working on screens without a server. `?state=open&files=30` and friends choose where it
 * starts; the password `wrong` is wrong, the address `new@…` is unconfirmed.
 */
export function createMemoryVaultClient(settings: URLSearchParams): VaultClient {
  const state = createStore<AccountState>(startState(settings.get('state')))
  const account: AccountClient = {
    state,
    signUp: async ({ email }) => {
      await pause(300)
      if (email.startsWith('taken')) throw new VaultError('user_already_exists', 'User already registered')
    },
    signIn: async ({ email, password }) => {
      await pause(300)
      if (password === 'wrong') throw new VaultError('invalid_credentials', 'Invalid login credentials')
      if (email.startsWith('new')) throw new VaultError('email_not_confirmed', 'Email not confirmed')
      if (email.startsWith('first')) return state.write({ kind: 'needs-recovery-kit', email })
      state.write({ ...OPEN, email })
    },
    arrival: Promise.resolve(null),
    ways: async () => ({
      providers: [
        { id: 'google', name: null, isOn: true },
        { id: 'github', name: null, isOn: false },
      ],
      hasSms: true,
      hasOrganisations: true,
    }),
    leaveForProvider: async () => state.write({ kind: 'needs-password', email: EMAIL }),
    leaveForOrganisation: async () => state.write({ kind: 'locked', email: EMAIL }),
    sendCode: () => pause(300).then(() => undefined),
    signInWithCode: async ({ code }) => {
      await pause(300)
      if (code !== '123456') throw new VaultError('wrong_sent_code', 'wrong code')
      state.write({ kind: 'locked', email: EMAIL })
    },
    signInWithPasskey: async () => state.write({ kind: 'locked', email: EMAIL }),
    proveSecondFactor: async ({ code }) => {
      await pause(300)
      if (code !== '123456') throw new VaultError('wrong_code', 'wrong code')
      state.write(OPEN)
    },
    resendConfirmation: () => pause(300).then(() => undefined),
    unlock: async (password) => {
      await pause(300)
      if (password === 'wrong') throw new VaultError('wrong_password', 'wrong password')
      state.write(OPEN)
    },
    sendRecovery: () => pause(300).then(() => undefined),
    acceptRecovery: async () => state.write({ kind: 'locked', email: EMAIL }),
    endLinkSession: async () => undefined,
    hasVault: async () => settings.get('vault') !== 'none',
    checkRecoveryWords: async (words) => {
      const count = words.split(/\s+/).filter(Boolean).length
      return count === WORDS.split(' ').length ? null : { outcome: 'wrong_count', count }
    },
    recover: async ({ proof }) => {
      await pause(300)
      if (proof.by === 'words' && proof.words !== WORDS) throw new VaultError('wrong_recovery_phrase', 'wrong words')
      state.write(proof.by === 'no-vault' ? { kind: 'needs-recovery-kit', email: EMAIL } : OPEN)
      return { endsAgreement: false }
    },
    join: async () => state.write({ kind: 'needs-recovery-kit', email: EMAIL }),
    prepareRecoveryKit: async () => {
      await pause(300)
      return WORDS.split(' ')
    },
    finishRecoveryKit: async () => {
      await pause(300)
      state.write(OPEN)
    },
    deleteAccount: async () => state.write({ kind: 'signed-out' }),
    lock: async () => state.write({ kind: 'locked', email: EMAIL }),
    signOut: async () => {
      await pause(100)
      state.write({ kind: 'signed-out' })
    },
    forgetDevice: async () => state.write({ kind: 'signed-out' }),
    leaveIfEnded: async () => state.write({ kind: 'signed-out', isEnded: true }),
  }
  const shelf = { files: sampleFiles(Number(settings.get('files') ?? 30)) }
  return {
    account,
    files: createMemoryFiles(settings, shelf),
    ...createMemoryOrder(settings, shelf),
    sharing: createMemorySharing(settings),
    recovery: createMemoryRecovery(),
    keyring: { stale: async () => null, restore: async () => undefined },
    requests: createMemoryRequests(),
    sender: createMemorySender(),
    status: createMemoryStatus(),
    team: createMemoryTeam(),
    spaces: createMemorySpaces(),
    versions: {
      list: async () => [],
      download: async () => undefined,
      restore: async () => undefined,
      remove: async () => undefined,
      view: async () => {
        throw new VaultError('not_found', 'no versions here')
      },
    },
    visit: createMemoryVisit(settings),
    ...createMemoryAccountInfo(),
    protection: createMemoryProtection(),
    settings: createMemorySettings(),
    compliance: createMemoryCompliance(),
    installation: createMemoryInstallation(),
    live: { listen: () => () => undefined },
  }
}

function startState(name: string | null): AccountState {
  switch (name) {
    case 'open':
      return OPEN
    case 'locked':
    case 'needs-recovery-kit':
      return { kind: name, email: EMAIL }
    case 'needs-second-factor':
      return { kind: name, email: EMAIL, apps: [{ id: 'app', name: 'Phone' }], hasRecoveryCodes: true }
    case 'loading':
      return { kind: 'loading' }
    default:
      return { kind: 'signed-out' }
  }
}

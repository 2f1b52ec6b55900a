import type { AccountClient } from './account-types.ts'
import { type AccountEvent, type AccountState, nextAccount } from './account-state.ts'
import { fromAuth, isSessionOver } from './auth-refusal.ts'
import { arrive } from './arrival/arrive.ts'
import { createJoin } from './arrival/join.ts'
import { Opening } from './opening.ts'
import { createRecovery } from './recovery.ts'
import type { Backend } from '../remote/backend.ts'
import { createSignIn } from './sign-in.ts'
import { createSignInProofs } from './sign-in-proofs.ts'
import { createPasskeySignIn } from './passkey-sign-in.ts'
import type { FailedReturn } from './arrival/return-from-elsewhere.ts'
import { createSignInWays, takeReturn } from './sign-in-ways.ts'
import { createStore, type Store } from '../remote/store.ts'
import { followSiblings } from './session/follow-siblings.ts'
import { readSession, SESSION_KEY } from './session/stored-session.ts'
import { readStay, STAY_KEY } from './session/stay.ts'
import type { Profile } from '#vault/account/own-profile.ts'

/** Sign-in, unlock and sign-out: the session and the keys are opened together and end together. */
export function createAccount(backend: Promise<Backend>): AccountClient {
  const state = createStore<AccountState>({ kind: 'loading' })
  const dispatch = (event: AccountEvent) => {
    const current = state.read()
    const next = nextAccount(current, event)
    if (next !== current) state.write(next)
  }
  const opening = new Opening(backend, dispatch)
  const back = takeReturn()
  const { finish, ...ways } = createSignInWays(backend, opening)

  async function restore(): Promise<'signed-in' | FailedReturn | null> {
    const { auth, storage, keeping, workers } = await backend
    await following
    auth.onAuthStateChange((event, session) => {
      // A new token brings what a link changed elsewhere: the address.
      if ((event === 'USER_UPDATED' || event === 'TOKEN_REFRESHED') && session) dispatch({ type: 'renamed', session })
      // Of another account, it is not the end of this tab's session.
      if (event === 'SIGNED_OUT' && !storage.isTakenOver()) void opening.sessionEnded()
    })
    return arrive({
      storage,
      keeping,
      opening,
      dispatch,
      lock: workers.vault.account.lock,
      finish: async () => back && finish(back),
      readSession: () => readSession(auth),
    })
  }

  // Before anything opens: a lock that nobody heard would be undone.
  const following = followOtherTabs(backend, { state, dispatch, opening, arrived: () => arrival })
  const arrival: Promise<'signed-in' | FailedReturn | null> = restore().catch(() => {
    dispatch({ type: 'signed-out' })
    return null
  })
  const stay = createStay(backend, state)
  return {
    state,
    arrival,
    // A failure is the form's to say.
    prepare: () => void backend.then(({ workers }) => workers.vaultWorker()).catch(() => undefined),
    ...stay,
    ...ways,
    ...createSignIn(backend, opening),
    ...createSignInProofs(backend, opening),
    ...createPasskeySignIn(backend, opening),
    ...createRecovery(backend, opening),
    ...createLeaving(backend, { opening, state, dispatch }),
    // After `keyring_damaged`; the worker still has what opened the account key.
    keptKeyring: async () => (await backend).workers.vault.account.keptKeyring(),
    putBackKeyring: async () => (await backend).workers.vault.account.putBackKeyring(),
    join: createJoin(backend, opening),
    saveProfile: async (profile) => saveProfile(await backend, profile),
  }
}

type Following = Pick<Parameters<typeof followSiblings>[0], 'dispatch'> & {
  state: Store<AccountState>
  opening: Opening
  arrived: () => Promise<unknown>
}

async function followOtherTabs(backend: Promise<Backend>, { state, dispatch, opening, arrived }: Following) {
  const { auth, storage, siblings, workers } = await backend
  const look = followSiblings({
    state,
    dispatch,
    opening,
    storage,
    siblings,
    readSession: async () => readSession(auth),
    dropKeys: workers.vault.account.dropKeys,
  })
  // One after the other: what a removed and a new session ask for comes in two events.
  let turn: Promise<unknown> | undefined
  const lookInTurn = () => {
    turn = (turn ?? arrived()).then(look).catch(() => undefined)
  }
  // The browser tells of what another tab stored, never of what this one did.
  addEventListener('storage', ({ key }) => (key === SESSION_KEY || key === null) && lookInTurn())
  // A page that was put aside heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && lookInTurn())
}

function createStay(backend: Promise<Backend>, state: Store<AccountState>): Pick<AccountClient, 'stay' | 'chooseStay'> {
  const changed = createStore(0)
  const tell = () => changed.write(changed.read() + 1)
  /** The secret that opened until the browser closes is of no use to any tab. */
  const forgetSecret = async () => readStay(localStorage) === 'tab' && (await backend).keeping.forget()
  addEventListener('storage', ({ key }) => {
    if (key !== STAY_KEY) return
    tell()
    void forgetSecret()
  })
  return {
    stay: { read: () => readStay(localStorage), subscribe: changed.subscribe },
    async chooseStay(chosen) {
      const { storage, keeping, workers } = await backend
      const before = storage.stay()
      storage.chooseStay(chosen)
      try {
        if (state.read().kind === 'open') await workers.vault.account.keep(await keeping.forOpening())
      } catch (error) {
        storage.chooseStay(before)
        throw error
      }
      await forgetSecret()
      tell()
    },
  }
}

type Leaving = Pick<AccountClient, 'deleteAccount' | 'lock' | 'signOut' | 'forgetDevice' | 'leaveIfEnded'>

function createLeaving(
  backend: Promise<Backend>,
  {
    opening,
    state,
    dispatch,
  }: { opening: Opening; state: Store<AccountState>; dispatch: (event: AccountEvent) => void },
): Leaving {
  return {
    async deleteAccount(password) {
      const { workers } = await backend
      await workers.vault.protection.deleteAccount(password)
      // The session is gone on the server already; what is left of it here goes now.
      await opening.leave()
    },

    async lock() {
      const { workers, siblings } = await backend
      opening.noteLock()
      // Nothing that waits for the network comes before the keys go: without a connection an ended session cannot be renewed.
      await workers.vault.account.lock()
      dispatch({ type: 'locked' })
      siblings.tell('locked')
    },

    async signOut() {
      const error = await opening.leave()
      if (error) throw fromAuth(error)
    },

    async forgetDevice() {
      const { workers } = await backend
      await workers.vault.account.forgetRememberedKeys()
      await opening.leave()
    },

    async leaveIfEnded() {
      const { auth } = await backend
      const end = state.read().kind !== 'signed-out' && (await isSessionOver(auth))
      if (end === false) return
      if (end === 'suspended' || end === 'leaving') opening.noteSuspension(end)
      await auth.signOut({ scope: 'local' })
    },
  }
}

async function saveProfile({ auth, workers }: Backend, profile: Profile): Promise<void> {
  await workers.vault.settings.storeProfile(profile)
  // The name that the app greets with comes with the session.
  const { firstName, lastName, company } = profile
  const { error } = await auth.updateUser({ data: { first_name: firstName, last_name: lastName, company } })
  if (error) throw fromAuth(error)
}

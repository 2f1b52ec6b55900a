import { VaultError } from '#vault/session/vault-error.ts'
import { createStore, type Store } from '../../remote/store.ts'
import type { AccountState } from '../account-state.ts'
import type { ProtectionClient } from './protection-types.ts'

/** They let somebody in, or the owner out. */
type Guarded = Pick<
  ProtectionClient,
  | 'beginApp'
  | 'finishApp'
  | 'removeFactor'
  | 'makeRecoveryCodes'
  | 'requestPhone'
  | 'removePhone'
  | 'addPasskey'
  | 'removePasskey'
>

/** Asks the person for the password, where a change needs more than the session. */
type ProofQuestion = {
  isAsked: Store<boolean>
  /** @throws {VaultError} `wrong_password`, `rate_limited`, `offline`; the question stays. */
  give: (password: string) => Promise<void>
  cancel: () => void
}

/**
 * Changes of what opens the account, each made once more when the person has given the password. Dismissing the question throws the refusal.
 * @param prove sends the password.
 * @param account who signs in next must not answer for what was begun before: the question ends with the open vault.
 */
export function withProof(
  calls: Guarded,
  { prove, account }: { prove: (password: string) => Promise<void>; account: Store<AccountState> },
): Guarded & { proof: ProofQuestion } {
  const isAsked = createStore(false)
  let waiting: PromiseWithResolvers<void> | undefined

  // Two changes that are refused at once share the question.
  const ask = (): Promise<void> => {
    waiting ??= Promise.withResolvers<void>()
    isAsked.write(true)
    return waiting.promise
  }
  const end = (settle: (question: PromiseWithResolvers<void>) => void): void => {
    if (waiting) settle(waiting)
    waiting = undefined
    isAsked.write(false)
  }

  const cancel = (): void => end(({ reject }) => reject(new VaultError('proof_needed', 'The person did not confirm.')))
  account.subscribe(() => {
    if (account.read().kind !== 'open') cancel()
  })

  const guarded =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await call(...args)
      } catch (error) {
        if (!isProofNeeded(error)) throw error
        await ask()
        return call(...args)
      }
    }

  return {
    beginApp: guarded(calls.beginApp),
    finishApp: guarded(calls.finishApp),
    removeFactor: guarded(calls.removeFactor),
    makeRecoveryCodes: guarded(calls.makeRecoveryCodes),
    requestPhone: guarded(calls.requestPhone),
    removePhone: guarded(calls.removePhone),
    addPasskey: guarded(calls.addPasskey),
    removePasskey: guarded(calls.removePasskey),
    proof: {
      isAsked,
      async give(password) {
        await prove(password)
        end(({ resolve }) => resolve())
      },
      cancel,
    },
  }
}

const isProofNeeded = (error: unknown): boolean => error instanceof VaultError && error.code === 'proof_needed'

import { isProofNeeded, VaultError } from '#vault/session/vault-error.ts'
import type { RemoteVault } from '../../remote/remote.ts'
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
type GuardedRecovery = Pick<RemoteVault['recovery'], 'agree' | 'cancel'>

/** The same call, made once more when the person has given the password. */
type Guard = <Args extends unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
) => (...args: Args) => Promise<Result>

/** Asks the person for the password, where a change needs more than the session. */
type ProofQuestion = {
  isAsked: Store<boolean>
  /** @throws {VaultError} `wrong_password`, `rate_limited`, `offline`; the question stays. */
  give: (password: string) => Promise<void>
  cancel: () => void
  /** The page that asks is gone, or the vault is not open: what waited is refused with `isQuestionLeft`. */
  leave: () => void
}

type Rest = {
  recovery: GuardedRecovery
  /** Sends the password. */
  prove: (password: string) => Promise<void>
  /** Who signs in next must not answer for what was begun before: the question ends with the open vault. */
  account: Store<AccountState>
}

/** The person was asked and did not confirm. Nobody is asked twice about one call. */
class Unconfirmed extends VaultError {}
/** Nobody dismissed the question, and nobody waits for what it was about. */
class QuestionLeft extends Unconfirmed {}

/** Whether what was refused needs no word: the person left it before it was answered. */
export const isQuestionLeft = (error: unknown): boolean => error instanceof QuestionLeft

/**
 * Changes of what opens the account, each made once more when the person has given the password. Dismissing the question throws the refusal.
 */
export function withProof(
  calls: Guarded,
  { recovery, prove, account }: Rest,
): Guarded & { recovery: GuardedRecovery; proof: ProofQuestion; guarded: Guard } {
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

  const cancel = (): void => end(({ reject }) => reject(new Unconfirmed('proof_needed', 'The person did not confirm.')))
  const leave = (): void => end(({ reject }) => reject(new QuestionLeft('proof_needed', 'The person left.')))
  account.subscribe(() => {
    if (account.read().kind !== 'open') leave()
  })

  const guarded: Guard =
    (call) =>
    async (...args) => {
      try {
        return await call(...args)
      } catch (error) {
        if (!isProofNeeded(error) || error instanceof Unconfirmed) throw error
        await ask()
        return call(...args)
      }
    }

  return {
    guarded,
    beginApp: guarded(calls.beginApp),
    finishApp: guarded(calls.finishApp),
    removeFactor: guarded(calls.removeFactor),
    makeRecoveryCodes: guarded(calls.makeRecoveryCodes),
    requestPhone: guarded(calls.requestPhone),
    removePhone: guarded(calls.removePhone),
    addPasskey: guarded(calls.addPasskey),
    removePasskey: guarded(calls.removePasskey),
    recovery: { agree: guarded(recovery.agree), cancel: guarded(recovery.cancel) },
    proof: {
      isAsked,
      async give(password) {
        await prove(password)
        end(({ resolve }) => resolve())
      },
      cancel,
      leave,
    },
  }
}

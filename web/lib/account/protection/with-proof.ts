import { VaultError } from '#vault/session/vault-error.ts'
import { createStore } from '../../remote/store.ts'
import type { ProofQuestion, ProtectionClient } from './protection-types.ts'

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

/**
 * Changes of what opens the account, each made once more when the person has given the password. Dismissing the question throws the refusal.
 * @param prove sends the password.
 */
export function withProof<Calls extends Guarded>(
  calls: Calls,
  prove: (password: string) => Promise<void>,
): Calls & { proof: ProofQuestion } {
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
    ...calls,
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
      cancel: () => end(({ reject }) => reject(new VaultError('proof_needed', 'The person did not confirm.'))),
    },
  }
}

const isProofNeeded = (error: unknown): boolean => error instanceof VaultError && error.code === 'proof_needed'

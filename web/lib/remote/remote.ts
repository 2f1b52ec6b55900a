import { type Remote as ComlinkRemote, proxy } from 'comlink'
import type { VaultCalls, VaultWorker } from '#web/workers/vault.worker.ts'
import { lazily } from '../lazily.ts'

/** What the worker exposes, as the page calls it: the same functions, each with a promise. */
type Remote<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : Remote<Calls[Name]>
}

/** Everything that the page may ask of the worker that holds the keys. */
export type RemoteVault = Remote<VaultCalls>

type Features = Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>

/**
 * The first call starts the worker, and all wait for it. Functions among the arguments are called back.
 * Nothing is written down twice: a name that the worker does not expose is an error of types here.
 */
export function createRemote(worker: () => Promise<ComlinkRemote<VaultWorker>>): RemoteVault {
  const call = async (feature: string, name: string, args: unknown[]): Promise<unknown> => {
    const { calls } = (await worker()) as unknown as { calls: Features }
    const called = calls[feature]?.[name]
    return called?.(...args.map((arg) => (typeof arg === 'function' ? proxy(arg as () => unknown) : arg)))
  }
  const functionsOf = (feature: string) =>
    lazily(
      (name) =>
        (...args: unknown[]) =>
          call(feature, name, args),
    )
  return lazily(functionsOf) as unknown as RemoteVault
}

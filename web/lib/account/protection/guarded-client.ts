import { REMOTE_FEATURES, type VaultClient } from '../../remote/vault-client.ts'
import { withProof } from './with-proof.ts'

type Protection = ReturnType<typeof withProof>
type Call = (...args: unknown[]) => Promise<unknown>
type Feature = Record<string, Call | undefined>

/** Read without anybody asking for it: lists are drawn by it, and what is refused there is not asked about. */
const UNASKED: ReadonlySet<string> = new Set(['threats.canaries'])
/** Features of the vault, and rooms without keys whose screens ask for no proof themselves. */
const GUARDED: ReadonlySet<string> = new Set([...REMOTE_FEATURES, 'notices'])

const known = new WeakMap<object, Protection>()

/** The one question of a client whose answer lets what was refused continue. */
export function protectionOf({
  protection,
  recovery,
  account,
}: Pick<VaultClient, 'protection' | 'recovery' | 'account'>): Protection {
  const made =
    known.get(protection) ?? withProof(protection, { recovery, prove: protection.provePerson, account: account.state })
  known.set(protection, made)
  return made
}

/**
 * The same client; a call that is refused for want of a proof waits for the person's password and is made once more, whichever screen made it.
 * Which calls those are is the server's business.
 */
export function guardedClient(client: VaultClient): VaultClient {
  const { guarded } = protectionOf(client)
  const features = new Map<string, unknown>()
  return new Proxy(client, {
    get(target, name) {
      if (typeof name !== 'string' || !GUARDED.has(name)) return Reflect.get(target, name)
      const feature = features.get(name) ?? guardedFeature(name, Reflect.get(target, name) as Feature, guarded)
      features.set(name, feature)
      return feature
    },
    ownKeys: (target) => Reflect.ownKeys(target),
  })
}

function guardedFeature(feature: string, calls: Feature, guarded: Protection['guarded']): unknown {
  const made = new Map<string, Call>()
  return new Proxy(calls, {
    get(target, name) {
      const call = Reflect.get(target, name) as Call | undefined
      if (typeof name !== 'string' || typeof call !== 'function' || UNASKED.has(`${feature}.${name}`)) return call
      // Hooks depend on functions: the same one each time.
      const one = made.get(name) ?? guarded((...args: unknown[]) => call(...args))
      made.set(name, one)
      return one
    },
  })
}

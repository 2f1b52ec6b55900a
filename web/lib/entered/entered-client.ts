import type { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import type { EntryLine, VaultClient } from '../remote/vault-client.ts'
import type { KeylessClient } from '../keyless/keyless-client.ts'
import { lazyClient } from '../keyless/lazy-client.ts'

/** Rooms whose calls the server answers within an entry (`server/http/entries.ts`). */
const ROOMS = [
  'contacts',
  'invoicing',
  'newsletters',
  'partners',
  'people',
  'reviews',
  'sales',
  'streams',
  'training',
] as const satisfies readonly (keyof KeylessClient)[]
/** Stays that of the person, whichever organisation they are in. */
const OWN = ['account', 'installation', 'live', 'protection', 'tenantLife', 'views'] as const

type Calls = Readonly<Record<string, (api: VaultApi, ...rest: unknown[]) => unknown>>
type Loaded = (typeof import('../keyless/tenants/entered-calls.ts'))['enteredCalls']

/**
 * The client of a panel that was entered: what it does not know is refused, and never asked of one's own organisation.
 * @param line the one that names the entry
 */
export function createEntered(own: VaultClient, { connect, rooms }: EntryLine): VaultClient {
  const room = (name: keyof Loaded): object =>
    lazyClient(async () => {
      const [api, { enteredCalls }] = await Promise.all([connect(), import('../keyless/tenants/entered-calls.ts')])
      const calls: Calls = enteredCalls[name] as unknown as Calls
      const bound = Object.entries(calls).map(([call, ask]) => [call, async (...rest: unknown[]) => ask(api, ...rest)])
      return refusing(Object.fromEntries(bound) as object)
    })
  const { health, probeDatabase } = own.team
  const given: Record<string, unknown> = {
    ...Object.fromEntries([...ROOMS.map((name) => [name, rooms[name]]), ...OWN.map((name) => [name, own[name]])]),
    audit: room('audit'),
    roles: room('roles'),
    scim: room('scim'),
    // The server is the same.
    team: over({ health, probeDatabase }, room('team')),
  }
  return new Proxy({} as VaultClient, { get: (_, name) => given[String(name)] ?? refusing({}) })
}

/** Calls of `first`, and otherwise those of `second`. */
const over = (first: object, second: object): object =>
  new Proxy(first, { get: (_, name) => (Reflect.get(first, name) ?? Reflect.get(second, name)) as unknown })

/** The same calls; each other one is refused. */
const refusing = (calls: object): object =>
  new Proxy(calls, {
    // A promise asks what it is given whether that is one.
    get: (_, name) => (Reflect.get(calls, name) ?? (name === 'then' ? undefined : refuse)) as unknown,
  })

async function refuse(): Promise<never> {
  throw new VaultError('not_by_entry', 'This is not asked within another organisation.')
}

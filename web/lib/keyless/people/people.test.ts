import { expect, test } from 'vitest'
import { VaultApi } from '#vault/session/api.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { listPeople } from './people.ts'

type Init = Parameters<VaultApi['fetch']>[1]

const row = (id: string, hasVault: boolean) => ({
  id,
  email: `${id}@example.test`,
  name: id,
  roles: [],
  role_ends_at: null,
  has_vault: hasVault,
  joined_at: '2026-02-03T12:00:00Z',
  last_active_at: null,
  removed_at: null,
  standing: 'active',
  is_provisioned: false,
  guest: null,
  storage: null,
})

/** A server whose list has these people. `refuses`: a filter that it does not know. */
class Server extends VaultApi {
  readonly asked: { search: string; signal: AbortSignal | null | undefined }[] = []
  readonly #refuses: string

  constructor(refuses = '') {
    super({ baseUrl: 'http://127.0.0.1:9', publishableKey: '', accessToken: async () => undefined })
    this.#refuses = refuses
  }

  override async fetch(path: string, { signal }: Init): Promise<Response> {
    const { searchParams } = new URL(path, 'http://127.0.0.1:9')
    this.asked.push({ search: searchParams.toString(), signal })
    if (searchParams.has(this.#refuses)) throw new VaultError('unexpected', 'There is no such filter in this list.')
    return Response.json({ people: [row('ada', true), row('bob', false)], after: 'next', count: 2 })
  }
}

test('a request whose answer is no longer wanted is ended by its signal', async () => {
  const server = new Server()
  const { signal } = new AbortController()
  await listPeople(server, { search: 'a' }, { after: 'here', signal })
  expect(server.asked).toEqual([{ search: 'search=a&after=here', signal }])
})

test('a server that does not know the filter yet is asked without it, and people without a vault are left out here', async () => {
  const server = new Server('has_vault')
  const page = await listPeople(server, { search: 'a', has_vault: 'only' }, { after: 'here' })
  expect(server.asked.map(({ search }) => search)).toEqual([
    'search=a&has_vault=only&after=here',
    'search=a&after=here',
  ])
  expect([page.people.map(({ id }) => id), page.after, page.count]).toEqual([['ada'], 'next', undefined])
})

test('any other refusal stays one', async () => {
  const server = new Server('search')
  await expect(listPeople(server, { search: 'a' })).rejects.toMatchObject({ code: 'unexpected' })
  expect(server.asked).toHaveLength(1)
})

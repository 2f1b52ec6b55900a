import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { balancer, startCluster } from './cluster.ts'

/** Longer than the balancer takes to notice: by the example two seconds. */
const STOP_DELAY_SECONDS = '4'
const NOTICED_MS = 3000
const PEOPLE = 3

type Person = { client: SupabaseClient; id: string }
type Seen = { refused: string[]; stored: Map<string, string> }

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function signUp(url: string): Promise<Person> {
  const { publishable_key: key }: { publishable_key: string } = JSON.parse(
    await (await fetch(`${url}/config.json`)).text(),
  )
  const client = createClient(url, key, { auth: { autoRefreshToken: false } })
  const { data, error } = await client.auth.signUp({ email: newEmail(), password: PASSWORD })
  expect(error).toBeNull()
  return { client, id: data.user?.id ?? '' }
}

/** Stores, reads and asks, each once, until `isOver`. */
async function work({ client, id }: Person, isOver: () => boolean): Promise<Seen> {
  const files = client.storage.from('encrypted-files')
  const seen: Seen = { refused: [], stored: new Map() }
  const note = (error: { message: string } | null) => error && seen.refused.push(error.message)
  while (!isOver()) {
    const bytes = randomBytes(20_000)
    const name = `${id}/${randomBytes(8).toString('hex')}`
    const { error } = await files.upload(name, bytes)
    if (!note(error)) seen.stored.set(name, hashOf(bytes))
    note((await files.download(name)).error)
    note((await client.from('profiles').select('user_id').limit(1)).error)
    note((await client.auth.getUser()).error)
    // As fast as a person, or the detectors notice it.
    await sleep(250)
  }
  return seen
}

test(
  'three nodes are started again one after the other under load: nobody is refused, and nothing is lost',
  { ...needs(balancer, 'HAProxy'), timeout: 180_000 },
  async () => {
    const { url, nodes } = await startCluster(3, { STOP_DELAY_SECONDS, RATE_LIMIT_FACTOR: '100000' })
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(url)))
    let isOver = false
    const working = people.map(async (person) => ({ person, seen: await work(person, () => isOver) }))
    for (const node of nodes) {
      expect(await node.stopAndStart()).toBe(0)
      await sleep(NOTICED_MS)
    }
    isOver = true

    for (const { person, seen } of await Promise.all(working)) {
      expect(seen.refused.join('\n')).toBe('')
      expect(seen.stored.size).toBeGreaterThan(5)
      for (const [name, hash] of seen.stored) {
        const { data } = await person.client.storage.from('encrypted-files').download(name)
        expect(hashOf(new Uint8Array((await data?.arrayBuffer()) ?? []))).toBe(hash)
      }
    }
  },
)

import { createHash, randomUUID } from 'node:crypto'
import { equalBytes } from '#crypto/bytes.ts'
import { personKey, readKeyHistory, writeListedKeys } from '#ledger/events/key-entry.ts'
import { decodePath, encodePath } from '#ledger/prefix-tree/path-encoding.ts'
import { growPrefixTree, type PrefixEntry, type PrefixTree, valueAt } from '#ledger/prefix-tree/prefix-tree.ts'
import { leafHash } from '#ledger/tree/hash.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { medianOf, runRounds } from '../lib/rounds.ts'

const CHECK = 'client: path and entry of one person'
const PATH = 'server: path of one person, map in memory'
const ADD = 'server: one person more, map in memory'
const BUILD = 'server: the whole map, from its rows'

/** What it takes to check, before a key is wrapped for somebody, that the log lists theirs. */
export const keys: Entry = {
  name: 'l04-keys',
  title: 'the keys of one person in the map of 10,000 accounts',
  holdsBack:
    'SHA-256 in JavaScript: some 14 of them for a path. The checkpoint, with both signatures, is checked once a minute and is in l03; requests are not in it.',
  run,
}

type Listed = PrefixEntry & { readonly userId: string; readonly entry: Uint8Array }

function listed(): Listed {
  const userId = randomUUID()
  const fingerprint = new Uint8Array(createHash('sha256').update(userId).digest())
  const person = personKey(userId)
  const entry = writeListedKeys({ person, number: 1, fingerprint, previous: null })
  return { userId, entry, key: person, value: leafHash(entry) }
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const people = Array.from({ length: isQuick ? 1_000 : 10_000 }, listed)
  const sorted = people.toSorted((a, b) => Buffer.compare(a.key, b.key))
  const tree = growPrefixTree(sorted)
  const asked = people.slice(0, isQuick ? 50 : 500)
  const answers = asked.map((person) => ({ person, path: encodePath(person.key, tree.pathOf(person.key)) }))
  const each = (count: number, work: () => void) => {
    const from = performance.now()
    work()
    return { ms: (performance.now() - from) / count }
  }
  const measured = await runRounds(
    [
      { name: CHECK, run: async () => each(answers.length, () => answers.forEach((one) => check(one, tree))) },
      {
        name: PATH,
        run: async () => each(asked.length, () => asked.forEach(({ key }) => encodePath(key, tree.pathOf(key)))),
      },
      { name: ADD, run: async () => each(asked.length, () => asked.forEach(() => tree.with([listed()]))) },
      { name: BUILD, run: async () => each(1, () => growPrefixTree(sorted)) },
    ],
    isQuick ? 2 : 7,
  )
  const bytes = answers.map(({ path }) => path.length).toSorted((a, b) => a - b)
  const entryBytes = asked[0]?.entry.length ?? 0
  return {
    tables: [{ caption: `a map of ${people.length} people`, measured, ratioTo: [] }],
    aims: [
      {
        what: 'ms a person',
        got: medianOf(measured, CHECK),
        reachable: 5,
        ambitious: 1,
        isUpperBound: true,
        unit: 'ms',
      },
    ],
    notes: [
      `A path has ${bytes[bytes.length >> 1]} bytes, the longest ${bytes.at(-1)}, and the entry ${entryBytes}; as base64url in JSON a third more.`,
    ],
  }
}

/** As `vault/ledger/listings/listed-keys.ts` does. */
function check({ person, path }: { person: Listed; path: Uint8Array }, { root }: PrefixTree): void {
  const key = personKey(person.userId)
  const value = valueAt(key, decodePath(key, path), root)
  if (!value || value === 'absent') throw new Error('a path that proves nothing')
  const history = readKeyHistory([person.entry], key, value.value)
  if (history.length !== 1 || !equalBytes(history[0]?.person ?? new Uint8Array(), key)) throw new Error('other keys')
}

/** A server whose operator holds the keys of the log, and a mirror that kept what the log was before. */
import { describe, expect, test } from 'vitest'
import { LedgerError } from '#ledger/errors.ts'
import { readAnchoredHead, writeAnchoredHead } from '#ledger/events/anchor-entry.ts'
import { formatSignature } from '#ledger/notes/note.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { logOf } from '#ledger/testing/memory-log.ts'
import { uploadOf } from '#ledger/testing/mirror-upload.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { readEntryBundle, writeEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { parseEntriesPath, parseTilePath } from '#ledger/tree/tile.ts'
import {
  attacked,
  before,
  checkpoint,
  compare,
  computer,
  happen,
  origin,
  own,
  policy,
  policyFile,
  size,
  stageMirroredLog,
} from './mirrored-log.ts'

const ANCHOR = '/audit/v1/logs/anchor/'

stageMirroredLog(3)

const honest = async (path: string): Promise<Uint8Array> =>
  new Uint8Array(await (await attacked.server.fetch(ANCHOR + path)).arrayBuffer())
const entries = async (): Promise<Uint8Array[]> => {
  const count = await size()
  return readEntryBundle(await honest(`tile/entries/000.p/${count}`), count)
}

/** Undefined for an entry that says something else, such as a build. */
function headIn(entry: Uint8Array) {
  try {
    return readAnchoredHead(entry)
  } catch (error) {
    if (error instanceof LedgerError) return undefined
    throw error
  }
}

/** The log as its operator would have it: another root for a log of an organisation, in the first entry that names one. */
async function rewritten() {
  const all = await entries()
  const at = all.findIndex((entry) => headIn(entry) !== undefined)
  const head = headIn(all[at] ?? new Uint8Array())
  if (!head) throw new Error('no head is anchored')
  const log = logOf(all.with(at, writeAnchoredHead({ ...head, root: new Uint8Array(32).fill(9) })))
  const signers = await attacked.server.ledger.keys.signersOf(origin())
  const head2 = { size: all.length, root: log.rootOf(all.length) }
  return { at, log, note: await signedCheckpoint(origin(), head2, signers, 1_790_000_000), signers }
}

/** Shows another log to who asks, with all that belongs to it. */
function show({ log, note }: { log: ReturnType<typeof logOf>; note: string }): void {
  attacked.proxy.tamper(async ({ path }) => {
    if (!path.startsWith(ANCHOR)) return null
    const rest = path.slice(ANCHOR.length)
    const [bundle, tile] = [parseEntriesPath(rest), parseTilePath(rest)]
    if (rest === 'checkpoint') return { body: Buffer.from(note) }
    if (bundle) return { body: Buffer.from(writeEntryBundle(log.entries.slice(0, bundle.width))) }
    return tile ? { body: Buffer.from(await log.readTile(tile)) } : null
  })
}

describe('the log of a server beside the copy at a mirror', () => {
  test('is the same at an honest server, also as it grows', async () => {
    for (let i = 0; i < 2; i++) {
      const { status, stdout, stderr } = await compare()
      expect([status, stderr]).toEqual([0, ''])
      const count = await size()
      expect(stdout.toString()).toContain(
        `holds ${count} entries that the log signed, the first ${count} as at the server`,
      )
      expect(stdout.toString()).toContain('M (keeps the entries as well)')
      await happen()
    }
  })

  test('the mirror is shown another log: it keeps the first, and what shows the second', async () => {
    const { log, note, signers } = await rewritten()
    const count = await size()
    const asked = own.refused.length
    const body = `old ${count}\n\n${note}`
    expect((await fetch(`${own.url}add-checkpoint`, { method: 'POST', body })).status).toBe(422)
    expect(own.refused).toHaveLength(asked + 1)
    // Longer, with the right proof from the second history.
    const longer = logOf([...log.entries, new Uint8Array([1])])
    const head = { size: count + 1, root: longer.rootOf(count + 1) }
    const second = await signedCheckpoint(origin(), head, signers, 1_790_000_000)
    expect(
      (await fetch(`${own.url}add-checkpoint`, { method: 'POST', body: `old ${count}\n\n${second}` })).status,
    ).toBe(422)
    const upload = await uploadOf(log, { origin: origin(), start: 0, end: count })
    const sent = await fetch(`${own.url}add-entries`, { method: 'POST', body: Buffer.from(upload) })
    expect(sent.status, 'entries of the second history').toBe(422)
    expect((await compare()).status).toBe(0)
  })

  test('rewritten for everybody and signed again: a first visit names the first entry that differs', async () => {
    const other = await rewritten()
    show(other)
    // Without a mirror nothing is there to notice; the mirror did not sign this one.
    const alone = await computer.run([
      'verify-log',
      attacked.proxy.url,
      '--policy',
      policyFile(policy.replace('quorum M', 'quorum none')),
    ])
    expect(alone.status).toBe(0)
    const { status, stderr } = await compare(['--policy', policyFile(policy.replace('quorum M', 'quorum none'))])
    expect([status, stderr]).toEqual([1, expect.stringContaining(`Entry ${other.at} is the first that differs`)])
  })

  test('an entry rewritten after it was mirrored, below the checkpoint that was signed', async () => {
    expect((await compare()).status).toBe(0)
    const { at, log } = await rewritten()
    attacked.proxy.tamper(({ path }) => {
      const bundle = path.startsWith(ANCHOR) ? parseEntriesPath(path.slice(ANCHOR.length)) : undefined
      return bundle ? { body: Buffer.from(writeEntryBundle(log.entries.slice(0, bundle.width))) } : null
    })
    const { status, stderr } = await compare()
    expect([status, stderr]).toEqual([1, expect.stringContaining(`Entry ${at} is the first that differs`)])
  })

  test('entries that are withheld, or come as something else, are named', async () => {
    expect((await compare()).status).toBe(0)
    for (const answer of [{ status: 404 }, { body: Buffer.from('<html>') }]) {
      attacked.proxy.tamper(({ path }) => (path.includes('/tile/entries/') ? answer : null))
      const { status, stderr } = await compare()
      expect([status, stderr]).toEqual([1, expect.stringContaining('does not show entries from 0 on')])
    }
  })

  test('shortened: the copy still has what this computer saw, and that is said', async () => {
    expect((await compare()).status).toBe(0)
    const all = await entries()
    const log = logOf(all.slice(0, -2))
    const signers = await attacked.server.ledger.keys.signersOf(origin())
    const head = { size: all.length - 2, root: log.rootOf(all.length - 2) }
    show({ log, note: await signedCheckpoint(origin(), head, signers, 1_790_000_000) })
    const { status, stderr } = await compare()
    expect([status, stderr]).toEqual([1, expect.stringContaining('has lost entries')])
    expect(stderr).toContain(
      `holds ${all.length} entries that the log signed, the first ${all.length - 2} as at the server`,
    )
    expect(stderr).toContain('contains all that this computer saw')
  })

  test('lost: the copy is read with the keys that this computer saw', async () => {
    expect((await compare()).status).toBe(0)
    attacked.proxy.tamper(({ path }) => (path.startsWith('/audit/') ? { status: 500 } : null))
    const { status, stderr } = await compare()
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`holds ${await size()} entries that the log signed; it contains all`),
    ])
  })
})

describe('the copy by itself', () => {
  const alone = (text?: string, more: string[] = []) =>
    computer.run(['verify-log', '--mirror', before.url, '--policy', policyFile(text), ...more])

  test('is verified by the keys of a policy, every entry of it', async () => {
    const { status, stdout, stderr } = await alone()
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.toString()).toMatch(
      new RegExp(`${await size()} entries, root .*\\n.*every entry.*\\n.*first time.*\\n.*M signed it on`),
    )
    const { stdout: json } = await alone(undefined, ['--json', '--max-age', '1'])
    expect(JSON.parse(json.toString())).toMatchObject({ log: { size: await size() }, signed: [{ name: 'M' }] })
  })

  test('has to contain what this computer saw there', async () => {
    expect((await alone()).status).toBe(0)
    const other = await rewritten()
    const count = other.log.entries.length
    const short = logOf((await entries()).slice(0, -2))
    const shorter = await signedCheckpoint(
      origin(),
      { size: count - 2, root: short.rootOf(count - 2) },
      other.signers,
      1_790_000_000,
    )
    for (const [lie, says] of [
      [other, 'is another history'],
      [{ log: short, note: shorter }, 'has lost entries'],
    ] as const) {
      before.tamper(({ path }) => {
        const bundle = parseEntriesPath(path.slice(path.indexOf('tile/')))
        if (bundle) return { body: Buffer.from(writeEntryBundle(lie.log.entries.slice(0, bundle.width))) }
        return path.endsWith('/checkpoint') ? { body: Buffer.from(lie.note) } : null
      })
      const { status, stderr } = await alone()
      expect([status, stderr]).toEqual([1, expect.stringContaining(says)])
    }
  })

  test('a server is no mirror, whatever it shows: only a person says which of the two is asked', async () => {
    attacked.proxy.tamper(async ({ path }) =>
      path.endsWith('/checkpoint') ? { body: Buffer.from((await rewritten()).note) } : null,
    )
    const late = await computer.run(['verify-log', attacked.proxy.url, '--policy', policyFile()])
    expect(late.status).toBe(1)
    const keyless = await computer.run(['verify-log', '--mirror', before.url])
    expect([keyless.status, keyless.stderr]).toEqual([2, expect.stringContaining('--policy')])
  })

  test('without the signature of its mirror, or under other keys, it is none', async () => {
    const [, theirs] = await logSigners('mirror.example/1', 8)
    const other = policy.replace(/^witness M .*$/m, `witness M ${formatVerifierKey(theirs.key)}`)
    const stranger = await alone(other)
    expect([stranger.status, stranger.stderr]).toEqual([1, expect.stringContaining('No mirror of the policy signed')])
    const [one, two] = await logSigners(origin(), 7)
    const keys = `log ${formatVerifierKey(one.key)}\nlog ${formatVerifierKey(two.key)}\nquorum none\n`
    const foreign = await alone(keys)
    expect([foreign.status, foreign.stderr]).toEqual([1, expect.stringContaining('did not sign')])
  })

  test('a mirror that lost, changed or made up entries, or sends without end, is none', async () => {
    const { log, at } = await rewritten()
    const lies: [string, Parameters<typeof before.tamper>[0], string][] = [
      [
        'changed',
        ({ path }, { body }) =>
          path.includes('/tile/entries/')
            ? { body: Buffer.from(writeEntryBundle(log.entries.slice(0, readCount(body)))) }
            : null,
        'another root',
      ],
      [
        'lost',
        ({ path }) => (path.includes('/tile/entries/') ? { status: 404 } : null),
        'does not hold what it signed',
      ],
      [
        'cut',
        ({ path }, { body }) => (path.includes('/tile/entries/') ? { body: body.subarray(0, -1) } : null),
        'does not hold what it signed',
      ],
      ['elsewhere', ({ path }) => (path.includes('/tile/entries/') ? { status: 302 } : null), 'status 302'],
      ['a page', ({ path }) => (path.endsWith('/checkpoint') ? { body: Buffer.from('<html>') } : null), 'did not sign'],
      [
        'endless',
        ({ path }) => (path.includes('/tile/entries/') ? { body: Buffer.alloc(21 * 1024 * 1024) } : null),
        'is longer than',
      ],
    ]
    expect(at).toBeGreaterThanOrEqual(0)
    for (const [name, lie, says] of lies) {
      before.tamper(lie)
      const { status, stderr } = await alone()
      expect([status, stderr], name).toEqual([1, expect.stringContaining(says)])
      expect(before.changed(), name).toBeGreaterThan(0)
    }
  })

  test('a mirror that signs less than it kept is not younger for it', async () => {
    const { signers } = await rewritten()
    const note = await checkpoint()
    const lines = await Promise.all(
      signers.map(async (one) => formatSignature(await one.sign(`${note.split('\n\n')[0]}\n`, 1_790_000_000))),
    )
    before.tamper(({ path }) =>
      path.endsWith('/checkpoint') ? { body: Buffer.from(`${note.split('\n\n')[0]}\n\n${lines.join('')}`) } : null,
    )
    const { status, stderr } = await alone()
    expect([status, stderr]).toEqual([1, expect.stringContaining('No mirror of the policy signed')])
  })
})

const readCount = (bundle: Buffer): number => {
  let count = 0
  for (let at = 0; at < bundle.length; count++) at += 2 + bundle.readUInt16BE(at)
  return count
}

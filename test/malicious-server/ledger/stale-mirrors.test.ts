/** A mirror that shows an old copy of what it kept, or one that it did not sign. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatSignature } from '#ledger/notes/note.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { logSigners } from '#ledger/testing/signed-log.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import { hashOf } from '../../../cli/witness/witness-files.ts'
import { CommandLine } from '../../support/command-line.ts'
import { type OwnMirror, startOwnMirror } from '../../support/own-mirror.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { type Attacked, startAttacked } from '../attacked.ts'
import { startTamperingProxy, type TamperingProxy } from '../tampering-proxy.ts'

const silent = { warn: () => undefined, error: () => undefined }

let own: OwnMirror
let attacked: Attacked
let ada: VaultPerson
let computer: CommandLine
/** Before the mirror, and what its operator has it show. */
let before: TamperingProxy
let policy: string
beforeAll(async () => {
  own = await startOwnMirror()
  attacked = await startAttacked({ LEDGER_MIRRORS: `${own.line}\nquorum M` })
  before = await startTamperingProxy(own.url.slice(0, -1))
  ada = await attacked.person()
  await attacked.server.ledger.anchorAll()
  policy = await (await attacked.server.fetch('/audit/v1/policy')).text()
  await own.watch(policy)
  await happen()
})
beforeEach(() => {
  computer = new CommandLine()
})
afterEach(() => {
  before.honest()
  computer.remove()
})
afterAll(async () => {
  await before.stop()
  own.stop()
  await attacked.stop()
})

async function happen(): Promise<void> {
  await createFolder(ada.api, ada.vault, { parentId: null, name: 'folder' })
  const { ledger } = attacked.server
  await growLedger(ledger)
  await ledger.askWitnesses(silent)
}

const origin = (): string => /^log ([^+]+)\+/.exec(policy)?.[1] ?? ''
const checkpoint = async (): Promise<string> => (await attacked.server.fetch('/audit/v1/logs/anchor/checkpoint')).text()
const size = async (): Promise<number> => Number((await checkpoint()).split('\n')[1])
const compare = (more: string[] = []) =>
  computer.run(['verify-log', attacked.proxy.url, '--compare', before.url, ...more])
const policyFile = (text = policy): string => computer.makeFile('policy.txt', Buffer.from(text))

test('a copy that is behind: how far is said, and what this computer saw has to be in it', async () => {
  const old = await (await fetch(`${own.url}${hashOf(origin())}/checkpoint`)).text()
  const kept = await size()
  await happen()
  const lacks = (await size()) - kept
  const stale = (): void =>
    before.tamper(({ path }) => (path.endsWith('/checkpoint') ? { body: Buffer.from(old) } : null))
  stale()
  const first = await compare()
  expect([first.status, first.stderr]).toEqual([0, ''])
  expect(first.stdout.toString()).toContain(`the first ${kept} as at the server; it is ${lacks} entries behind`)
  for (const more of [[], ['--json'], ['--policy', policyFile()]]) {
    const { status, stderr } = await compare(more)
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`lacks the last ${lacks} of ${kept + lacks} entries that this computer saw`),
    ])
  }
  before.honest()
  const { status, stdout } = await compare()
  expect([status, stdout.toString()]).toEqual([0, expect.stringContaining('it contains all that this computer saw')])
})

test('a copy that its mirror did not sign, or not for days, is none', async () => {
  const [text = '', lines = ''] = (await checkpoint()).split('\n\n')
  const showSigned = (more: string): void => {
    const ofLog = lines.split('\n').filter((line) => line.startsWith(`— ${origin()} `))
    const body = Buffer.from(`${text}\n\n${ofLog.join('\n')}\n${more}`)
    before.tamper(({ path }) => (path.endsWith('/checkpoint') ? { body } : null))
  }
  showSigned('')
  for (const more of [[], ['--policy', policyFile()]]) {
    const { status, stderr } = await compare(more)
    expect([status, stderr]).toEqual([1, expect.stringContaining('No mirror of the policy signed this copy')])
  }

  const [, signer] = await logSigners('mirror.example/1', 8)
  const theirs = policy.replace(/^witness M .*$/m, `witness M ${formatVerifierKey(signer.key)}`)
  const trusted = ['--policy', policyFile(theirs.replace('quorum M', 'quorum none'))]
  const days = Math.floor(Date.now() / 1000) - 2 * 86_400
  showSigned(formatSignature(await signer.sign(`${text}\n`, days)))
  const late = await compare(trusted)
  expect([late.status, late.stderr]).toEqual([1, expect.stringContaining('signed this copy too long ago')])
  expect((await compare([...trusted, '--max-age', '72'])).status).toBe(0)
})

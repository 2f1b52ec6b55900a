/** A mirror that shows an old copy of what it kept, or one that it did not sign. */
import { expect, test } from 'vitest'
import { formatSignature } from '#ledger/notes/note.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { logSigners } from '#ledger/testing/signed-log.ts'
import { hashOf } from '../../../cli/witness/witness-files.ts'
import {
  before,
  checkpoint,
  compare,
  happen,
  origin,
  own,
  policy,
  policyFile,
  size,
  stageMirroredLog,
} from './mirrored-log.ts'

stageMirroredLog(1)

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

import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeEvidence } from '#ledger/evidence/bundle.ts'
import { sampleEvidence } from '#ledger/testing/sample-evidence.ts'
import { CommandLine } from '../test/support/command-line.ts'

let computer: CommandLine
beforeAll(() => {
  computer = new CommandLine()
})
afterAll(() => computer.remove())

test('verify says of a bundle of evidence which command checks it, without an account, and takes nothing else for one', async () => {
  const { evidence } = await sampleEvidence()
  const bundle = computer.makeFile('evidence.zip', Buffer.from(zipSync(Object.fromEntries(writeEvidence(evidence)))))
  const { status, stderr } = await computer.run(['verify', 'report.pdf', bundle])
  expect(status).toBe(2)
  expect(stderr).toContain(`Run: quantumshield verify-evidence ${bundle}`)
  // Everything else is the name of a file in the vault, and there is no account here.
  const json = (value: object) => Buffer.from(JSON.stringify(value))
  for (const [name, content] of [
    ['of-others.zip', Buffer.from(zipSync({ 'manifest.json': json({ name: 'an extension', version: 1 }) }))],
    ['none.zip', Buffer.from(zipSync({ 'other.txt': json({ v: 1, made: 1, files: {} }) }))],
    ['broken.zip', Buffer.from('PK')],
    ['manifest.json', json({ v: 1, made: 1, files: {} })],
  ] as const) {
    const run = await computer.run(['verify', computer.makeFile(name, content)])
    expect(run.stderr, name).not.toContain('verify-evidence')
    expect(run.status, name).not.toBe(2)
  }
})

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { DEVICE_SUITES } from '#contract/devices/devices.ts'
import { needs } from '#crypto/testing/needs.ts'
import { deviceFingerprint, listDevices, rotateInbox } from '#vault/devices/devices.ts'
import { receiveFromDevices } from '#vault/devices/receive-from-devices.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { findOpenssl } from '../../scripts/openssl.mjs'
import { findPython } from '../../scripts/python.mjs'
import { CommandLine } from '../support/command-line.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import { readContent } from '../support/stored-file.ts'
import { ada, add, meter, stageDevices } from './device-stage.ts'

const execute = promisify(execFile)
const example = (name: string) => path.join(import.meta.dirname, '../../examples/device', name)
const [python, openssl] = [findPython(), findOpenssl()]
const toRun = 'Python with the package cryptography, and openssl 3.5'
/** The programs as a device runs them: with Node, or Python and openssl, alone. */
const EXAMPLES = {
  Node: { command: [process.execPath, example('device.mjs')], options: {} },
  Python: { command: [python ?? '', example('device.py')], options: needs(python && openssl, toRun) },
}

stageDevices()
const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'device-example-'))
const computer = new CommandLine()
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true })
  computer.remove()
})

async function device([program = '', ...words]: string[], file: string): Promise<string> {
  const own = { DEVICE_FILE: file, NODE_NO_WARNINGS: '1', ...(openssl && { OPENSSL: openssl }) }
  return (await execute(program, words, { env: { ...process.env, ...own } })).stdout
}

const cases = Object.entries(EXAMPLES).flatMap(([language, { command, options }]) =>
  DEVICE_SUITES.map((suite) => ({ language, suite, command, options })),
)

for (const { language, suite, command, options } of cases)
  test(
    `in ${language}, suite ${suite}: enrols, sends, takes the newest key; the command line continues`,
    options,
    async () => {
      const name = `${language} ${suite}`
      const key = path.join(folder, `${name}.json`)
      const fileAt = (at: number) => path.join(folder, `${name}-${at}.bin`)
      const run = (...words: string[]) => device([...command, ...words], key)
      const said = await run('enrol', await add({ ...meter, suite, name: `Example ${name}` }))
      const { id } = JSON.parse(fs.readFileSync(key, 'utf8')) as { id: string }
      expect(said).toContain((await deviceFingerprint(ada.api, ada.vault, id)) ?? 'no fingerprint')
      expect(fs.statSync(key).mode & 0o777).toBe(0o600)

      const contents = [Buffer.alloc(0), randomBytes(1000), randomBytes(1_000_000)]
      for (const [at, content] of contents.entries()) {
        fs.writeFileSync(fileAt(at), content)
        if (at === 1) {
          await rotateInbox(ada.api, ada.vault, suite)
          await run('heartbeat')
        }
        await run('send', fileAt(at))
      }
      await computer.json(['device', 'send', fileAt(1), '--key', key])

      const { accepted, refused } = await receiveFromDevices(ada.api, ada.vault, new Date())
      expect(refused).toEqual([])
      expect(accepted.map((file) => file.name)).toEqual([
        `${name}-0.bin`,
        `${name}-1.bin`,
        `${name}-2.bin`,
        `${name}-1 (2).bin`,
      ])
      const files = await listFiles(ada.api, ada.vault)
      for (const [at, content] of contents.entries()) {
        const file = files.find((one) => one.name === `${name}-${at}.bin`)
        const read = await readContent(ada.api, readingKeys(await proveFile(ada.api, ada.vault, file?.id ?? '')))
        expect(read.equals(content)).toBe(true)
      }
      expect((await listDevices(ada.api, ada.vault)).find((one) => one.id === id)).toMatchObject({
        isInboxNewest: true,
      })
    },
  )

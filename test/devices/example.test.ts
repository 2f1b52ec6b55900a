import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { DEVICE_SUITES } from '#contract/devices.ts'
import { deviceFingerprint, listDevices, rotateInbox } from '#vault/devices/devices.ts'
import { receiveFromDevices } from '#vault/devices/receive-from-devices.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { listFiles } from '#vault/files/list-files.ts'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { CommandLine } from '../support/command-line.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import { readContent } from '../support/stored-file.ts'
import { ada, add, meter, stageDevices } from './device-stage.ts'

const run = promisify(execFile)
const EXAMPLE = path.join(import.meta.dirname, '../../examples/device/device.mjs')

stageDevices()
const folder = fs.mkdtempSync(path.join(shortLivedFolder(), 'device-example-'))
const computer = new CommandLine()
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true })
  computer.remove()
})

/** The program as a device runs it: with Node alone. */
async function device(file: string, ...words: string[]): Promise<string> {
  const environment = { ...process.env, DEVICE_FILE: file, NODE_NO_WARNINGS: '1' }
  return (await run(process.execPath, [EXAMPLE, ...words], { env: environment })).stdout
}

describe.each(DEVICE_SUITES)('the example, suite %s', (suite) => {
  test('enrols, sends, and takes the newest key of its owner; the command line continues with its key', async () => {
    const key = path.join(folder, `${suite}.json`)
    const said = await device(key, 'enrol', await add({ ...meter, suite, name: `Example ${suite}` }))
    const { id } = JSON.parse(fs.readFileSync(key, 'utf8')) as { id: string }
    expect(said).toContain((await deviceFingerprint(ada.api, ada.vault, id)) ?? 'no fingerprint')
    expect(fs.statSync(key).mode & 0o777).toBe(0o600)

    const contents = [Buffer.alloc(0), randomBytes(1000), randomBytes(1_000_000)]
    for (const [at, content] of contents.entries()) {
      const file = path.join(folder, `${suite}-${at}.bin`)
      fs.writeFileSync(file, content)
      if (at === 1) {
        await rotateInbox(ada.api, ada.vault, suite)
        await device(key, 'heartbeat')
      }
      await device(key, 'send', file)
    }
    await computer.json(['device', 'send', path.join(folder, `${suite}-1.bin`), '--key', key])

    const { accepted, refused } = await receiveFromDevices(ada.api, ada.vault, new Date())
    expect(refused).toEqual([])
    expect(accepted.map(({ name }) => name)).toEqual([
      `${suite}-0.bin`,
      `${suite}-1.bin`,
      `${suite}-2.bin`,
      `${suite}-1 (2).bin`,
    ])
    const files = await listFiles(ada.api, ada.vault)
    for (const [at, content] of contents.entries()) {
      const file = files.find(({ name }) => name === `${suite}-${at}.bin`)
      const read = await readContent(ada.api, readingKeys(await proveFile(ada.api, ada.vault, file?.id ?? '')))
      expect(read.equals(content)).toBe(true)
    }
    expect((await listDevices(ada.api, ada.vault)).find((one) => one.id === id)).toMatchObject({ isInboxNewest: true })
  })
})

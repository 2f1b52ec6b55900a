import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { lockDataDir } from '#server/db/folder-lock.ts'
import { createEmptyDatabase } from '../support/server/empty-database.ts'
import { ROOT, freePort, processesIn, startProcess } from '../support/server/server-process.ts'

const NODE = path.join(ROOT, 'node_modules/.bin/node')
const SERVER = ['--disable-warning=ExperimentalWarning', 'server/main.ts']
const isLinux = process.platform === 'linux'

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield start '))
  // PostgreSQL's user must be able to enter.
  fs.chmodSync(folder, 0o755)
  return folder
}

describe('a start that cannot succeed says so in one sentence and ends with 1', () => {
  const folder = makeFolder()
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  const attempt = async (environment: Record<string, string>, port?: number) => {
    const failed = startProcess({
      cwd: ROOT,
      command: [NODE, ...SERVER],
      port: port ?? (await freePort()),
      environment: { DATA_DIR: path.join(folder, 'data'), ...environment },
    })
    const code = await failed.ended
    return { code, text: failed.log().trim() }
  }
  const silent = (): Promise<net.Server> =>
    new Promise((resolve) => {
      const taken = net.createServer().listen(0, '127.0.0.1', () => resolve(taken))
    })
  const portOf = (taken: net.Server) => (taken.address() as net.AddressInfo).port

  test('the port is taken', async () => {
    const taken = await silent()
    onTestFinished(() => void taken.close())
    const port = portOf(taken)

    const { code, text } = await attempt({}, port)

    expect([code, text]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or set PORT to another one.`,
    ])
    if (isLinux) expect(processesIn(path.join(folder, 'data/postgres/data'), 'postgres')).toEqual([])
  })

  test('nobody listens at DATABASE_URL, or nobody answers there', async () => {
    const deaf = await silent()
    onTestFinished(() => void deaf.close())
    const closed = await freePort()

    const answers = await Promise.all(
      [closed, portOf(deaf)].map((port) =>
        attempt({
          DATA_DIR: path.join(folder, `data ${port}`),
          DATABASE_URL: `postgres://me:secret@localhost:${port}/vault`,
        }),
      ),
    )

    for (const { code, text } of answers) {
      expect(code).toBe(1)
      expect(text).toMatch(/^PostgreSQL at localhost:\d+ cannot be reached \(.+\)\. Check DATABASE_URL/)
      expect(text).not.toContain('secret')
      expect(text.split('\n')).toHaveLength(1)
    }
    expect(answers[0]?.text).toContain('ECONNREFUSED')
  })

  test('the database folder holds files but no cluster, and they stay', async () => {
    const damaged = path.join(folder, 'damaged')
    const rest = path.join(damaged, 'postgres/data/base')
    fs.mkdirSync(rest, { recursive: true })
    fs.writeFileSync(path.join(rest, '1234'), 'rows')

    const { code, text } = await attempt({ DATA_DIR: damaged })

    expect(code).toBe(1)
    expect(text).toBe(
      `${path.dirname(rest)} holds files but no whole PostgreSQL cluster. Restore it from a backup, or move it away to begin with an empty database.`,
    )
    expect(fs.readFileSync(path.join(rest, '1234'), 'utf8')).toBe('rows')
  })

  test.each(['secrets/server-secret', 'storage/blobs/ab/cdef'])(
    'the database is lost, and %s of it is there: no empty one is made',
    async (left) => {
      const lost = path.join(folder, `lost ${path.dirname(left).split('/')[0]}`)
      fs.mkdirSync(path.dirname(path.join(lost, left)), { recursive: true })
      fs.writeFileSync(path.join(lost, left), 'from before')

      const empty = await createEmptyDatabase()
      onTestFinished(() => empty.drop())
      const DATABASE_URL = `postgres://postgres@localhost/${empty.name}?host=${inject('postgresSocket')}`
      for (const environment of [{}, { DATABASE_URL }]) {
        const { code, text } = await attempt({ DATA_DIR: lost, ...environment })
        expect(code).toBe(1)
        expect(text).toMatch(/holds (secrets|storage\/blobs) of a server, but not its database\. Restore the database/)
      }
      expect(fs.existsSync(path.join(lost, 'postgres/data'))).toBe(false)
    },
  )

  test('another server works in the folder, also with a PostgreSQL of its own', async () => {
    const shared = path.join(folder, 'shared')
    fs.mkdirSync(shared)
    const unlock = await lockDataDir(shared)
    onTestFinished(unlock)

    const { code, text } = await attempt({ DATA_DIR: shared, DATABASE_URL: 'postgres://nobody@localhost:1/vault' })

    expect([code, text]).toEqual([
      1,
      `Another QuantumShield, process ${process.pid}, already uses the folder ${shared}. Stop it first, or set DATA_DIR to a folder of its own.`,
    ])
  })

  test('a setting is wrong', async () => {
    const { code, text } = await attempt({ MAX_FILE_BYTES: 'many' })

    expect(code).toBe(1)
    expect(text).toContain('MAX_FILE_BYTES')
  })
})

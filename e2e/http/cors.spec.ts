import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { startServer } from '../support/server.ts'

const CLIENT = path.resolve(import.meta.dirname, '../../node_modules/@supabase/supabase-js/dist/umd/supabase.js')

type Client = {
  auth: {
    signUp: (person: object) => Promise<{ error: unknown }>
    signInWithPassword: (person: object) => Promise<{ error: { code?: string } | null }>
  }
  from: (table: string) => {
    select: (columns: string, options: object) => Promise<{ count: number | null; error: unknown }>
  }
  storage: { from: (bucket: string) => { list: () => Promise<{ error: unknown }> } }
  functions: { invoke: (name: string, options?: object) => Promise<{ data: unknown; error: { name: string } | null }> }
}
declare const supabase: { createClient: (url: string, key: string) => Client }

/** A page of somebody else, with the client in it. */
async function foreignSite(): Promise<{ origin: string; close: () => void }> {
  const site = http.createServer((request, response) => {
    if (request.url === '/supabase.js') {
      response.setHeader('content-type', 'text/javascript').end(fs.readFileSync(CLIENT))
    } else {
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>x</title><script src="/supabase.js"></script>')
    }
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', () => resolve()))
  return { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, close: () => void site.close() }
}

test('the client in a page of a listed origin uses all four services; another page cannot', async ({ page }) => {
  const [friend, stranger] = [await foreignSite(), await foreignSite()]
  const server = await startServer({ MAILER_AUTOCONFIRM: 'true', CORS_ORIGINS: friend.origin })
  try {
    const { publishable_key: key } = (await (await fetch(`${server.url}/config.json`)).json()) as {
      publishable_key: string
    }
    const use = async ([url = '', apiKey = '']: string[]) => {
      const client = supabase.createClient(url, apiKey)
      const person = { email: `${crypto.randomUUID()}@example.test`, password: 'correct horse battery staple' }
      const signedUp = await client.auth.signUp(person)
      const refused = await client.auth.signInWithPassword({ ...person, password: 'wrong password' })
      const rows = await client.from('file_records').select('id', { count: 'exact' })
      const listed = await client.storage.from('encrypted-files').list()
      const called = await client.functions.invoke('check-subscription', { region: 'eu-west-1' })
      const unknown = await client.functions.invoke('no-such-function')
      return {
        signUp: signedUp.error,
        refused: refused.error?.code,
        count: rows.count,
        list: listed.error,
        called: called.data,
        unknown: unknown.error?.name,
      }
    }

    await page.goto(friend.origin)
    expect(await page.evaluate(use, [server.url, key])).toEqual({
      signUp: null,
      refused: 'invalid_credentials',
      count: 0,
      list: null,
      called: { subscribed: false, subscription_tier: null, subscription_end: null },
      unknown: 'FunctionsRelayError',
    })

    await page.goto(stranger.origin)
    const outcome = await page.evaluate((url) => fetch(`${url}/auth/v1/settings`).then(String, String), server.url)
    expect(outcome).toContain('TypeError')
  } finally {
    await server.stop()
    friend.close()
    stranger.close()
  }
})

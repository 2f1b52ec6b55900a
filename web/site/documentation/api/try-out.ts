import { documentation } from '#web/messages/site/documentation.ts'
import { siteConfig } from '../../site-config.ts'
import type { Method } from './open-api.ts'

const REST = '/rest/v1'
const LONGEST_SHOWN = 20_000

export type Answer = { status: number; milliseconds: number; text: string } | { problem: string }

/** Headers of a caller: the publishable key, and the token where somebody typed one. */
async function callerHeaders(token: string): Promise<Record<string, string>> {
  const { publishable_key } = await siteConfig()
  return { apikey: publishable_key, authorization: `Bearer ${token.trim() || publishable_key}` }
}

/** The OpenAPI document of rest/v1, as the caller sees it. A refusal is a status. */
export async function readDocument(token: string): Promise<{ document: unknown } | { problem: string }> {
  try {
    const response = await fetch(`${REST}/`, { headers: await callerHeaders(token), cache: 'no-store' })
    return response.ok ? { document: await response.json() } : { problem: `status ${response.status}` }
  } catch (error) {
    console.warn(error)
    return { problem: documentation.reference.offline }
  }
}

/** Sends one request and tells what came back, whatever its status. */
export async function send(call: {
  method: Method
  path: string
  query: string
  body: string | null
  token: string
}): Promise<Answer> {
  const { method, path, query, body, token } = call
  if (body !== null && !isJson(body)) return { problem: documentation.reference.badJson }
  const address = `${REST}${path}${query.trim() === '' ? '' : `?${query.trim().replace(/^\?/, '')}`}`
  try {
    const headers = await callerHeaders(token)
    if (body !== null) headers['content-type'] = 'application/json'
    const begun = performance.now()
    const response = await fetch(address, { method: method.toUpperCase(), headers, body, cache: 'no-store' })
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - begun)
    return { status: response.status, milliseconds, text: readable(text) }
  } catch (error) {
    console.warn(error)
    return { problem: documentation.reference.noAnswer }
  }
}

function readable(text: string): string {
  const shown = isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}\n…` : shown
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

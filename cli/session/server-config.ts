import { z } from 'zod'
import { VaultError } from '#vault/session/vault-error.ts'
import { CommandError, usageError } from '../command-error.ts'

const shape = z.object({ publishable_key: z.string(), max_file_bytes: z.number(), captcha: z.boolean() })
export type ServerConfig = z.infer<typeof shape>

/** Origin of a server as somebody types it. @throws {CommandError} */
export function originOf(text: string): string {
  const withScheme = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(withScheme)) throw usageError(`Not an address: ${text}`)
  const { origin, hostname, protocol } = new URL(withScheme)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol === 'http:' && !isLocal) {
    throw usageError(`${origin} is not encrypted on the way. Use https, or http on this computer alone.`)
  }
  return origin
}

/** What a server says about itself. @throws {VaultError} `offline` */
export async function fetchConfig(server: string): Promise<ServerConfig> {
  let response: Response
  try {
    response = await fetch(`${server}/config.json`)
  } catch (cause) {
    throw new VaultError('offline', 'The server could not be reached.', { cause })
  }
  const answer: unknown = await response.json().catch(() => undefined)
  const config = shape.safeParse(answer)
  if (!config.success) throw new CommandError(`${server} does not answer like a QuantumShield server.`)
  return config.data
}

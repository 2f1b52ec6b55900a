import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'

/** Asks over a socket, as a person's browser would. @throws unless it answers 200. */
export type AskOwn = (path: string, headers?: Record<string, string>) => Promise<string>

const LARGEST_ANSWER = 64 * 1024

/** Where a server listens. */
export type Listener = { host: string; port: number; isTls: boolean }

/** The listener of this process. */
export const ownListener = (
  { address, port }: Pick<AddressInfo, 'address' | 'port'>,
  { isTls }: { isTls: boolean },
): Listener => ({
  host: reachableHost(address),
  port,
  isTls,
})

/** Where people reach the installation, for a server that answers nobody itself. */
export function publicListener(publicUrl: string): Listener {
  const { protocol, hostname, port } = new URL(publicUrl)
  const isTls = protocol === 'https:'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isTls ? 443 : 80), isTls }
}

/** @param timeLimitMs the connection is closed after so long without a word. */
export function askListener({ host, port, isTls }: Listener, timeLimitMs: number): AskOwn {
  // The name on the certificate is the public one; what is asked here is whether the listener answers.
  const options = { host, port, timeout: timeLimitMs, rejectUnauthorized: false, agent: false as const }
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const request = (isTls ? https : http).get({ ...options, path, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
          if (body.length > LARGEST_ANSWER) request.destroy(new Error('the answer is too long'))
        })
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode === 200) resolve(body)
          else reject(new Error(`${path} answered ${response.statusCode}`))
        })
      })
      request.on('timeout', () => request.destroy(new Error(`${path} did not answer`)))
      request.on('error', reject)
    })
}

function reachableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}

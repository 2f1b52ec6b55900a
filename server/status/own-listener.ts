import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'

/** Asks this server over its own socket, as a person's browser would. @throws unless it answers 200. */
export type AskOwn = (path: string, headers?: Record<string, string>) => Promise<string>

const LARGEST_ANSWER = 64 * 1024

/** @param timeLimitMs the connection is closed after so long without a word. */
export function askOwnListener(
  address: AddressInfo,
  { isTls, timeLimitMs }: { isTls: boolean; timeLimitMs: number },
): AskOwn {
  const host = reachableHost(address.address)
  // The name on the certificate is the public one; what is asked here is whether the listener answers.
  const options = { host, port: address.port, timeout: timeLimitMs, rejectUnauthorized: false, agent: false as const }
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

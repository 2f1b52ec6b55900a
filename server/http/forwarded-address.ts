import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const WITH_PORT = /^(?:\[(?<six>[^\]]+)\](?::\d+)?|(?<four>\d+(?:\.\d+){3}):\d+)$/

/**
 * The address that the proxy in front saw, from its entry of `X-Forwarded-For`: the last one, without a port or a zone, which some proxies write.
 * @returns undefined where it is no address, such as `unknown`: the socket's counts then.
 */
export function forwardedAddress(header: string | string[] | undefined): string | undefined {
  const entry = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').at(-1)?.trim() ?? ''
  const parts = WITH_PORT.exec(entry.replaceAll('"', ''))?.groups
  const [address = ''] = (parts?.['six'] ?? parts?.['four'] ?? entry).split('%')
  return isIP(address) === 0 ? undefined : address
}

/** Leaves that address alone in the headers, before anything reads them. @returns the URL, which stays as it is: Fastify asks for one. */
export function keepForwardedAddress({
  headers,
  url = '/',
}: {
  headers: IncomingHttpHeaders
  url?: string | undefined
}): string {
  const address = forwardedAddress(headers['x-forwarded-for'])
  if (address === undefined) delete headers['x-forwarded-for']
  else headers['x-forwarded-for'] = address
  return url
}

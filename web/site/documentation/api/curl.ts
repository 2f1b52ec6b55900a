import type { Endpoint } from './open-api.ts'

/** The request as a command. The token is a variable: a command ends up in the history of a shell. */
export function curlOf({ method, path, kind, body }: Endpoint, origin: string): string {
  const query = method === 'get' && kind === 'table' ? '?limit=5' : ''
  const address = quoted(`${origin}/rest/v1${path}${query}`)
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${address}`,
    '-H "apikey: $KEY"',
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === null ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(body.replaceAll(/\s+/g, ' '))}`]),
  ].join(' \\\n  ')
}

/** For the shell, which reads nothing in it: a server must not get a command into what people paste. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

import type { Endpoint } from './open-api.ts'

/** The request as a command. The token is a variable: a command ends up in the history of a shell. */
export function curlOf({ method, path, kind, body }: Endpoint, origin: string): string {
  const query = method === 'get' && kind === 'table' ? '?limit=5' : ''
  // Quotes for the shell: https://www.gnu.org/software/bash/manual/html_node/Single-Quotes.html.
  const json = body?.replaceAll(/\s+/g, ' ').replaceAll("'", String.raw`'\''`)
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${origin}/rest/v1${path}${query}"`,
    '-H "apikey: $KEY"',
    '-H "Authorization: Bearer $TOKEN"',
    ...(json === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${json}'`]),
  ].join(' \\\n  ')
}

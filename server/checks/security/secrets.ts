import fs from 'node:fs/promises'
import path from 'node:path'
import { type Check, noneOf, skipped } from '../check.ts'
import { secretsInScripts } from '../scripts-of-pages.ts'

const OTHERS = 0o077
/** Names of what errors must not tell: places of files and of the program's own lines. */
const INSIDE = /\bat (?:async )?[\w.<>]+ \(|node_modules|\.ts:\d+|\/server\/|pg_catalog|SQLSTATE/

/** SEC-16 */
export const secretsAreKept: Check = async ({ site, services: { config, secrets } }) => {
  const wrong: string[] = []
  const folder = path.join(config.dataDir, 'secrets')
  const names = await fs.readdir(folder).catch(() => [])
  for (const name of ['.', ...names]) {
    const { mode } = await fs.stat(path.join(folder, name)).catch(() => ({ mode: 0 }))
    if ((mode & OTHERS) !== 0) wrong.push(`others may read secrets/${name === '.' ? '' : name}`)
  }
  if (new Set(secrets.serverSecret).size < 16) wrong.push('the server secret is not random')
  const inScripts = await secretsInScripts()
  wrong.push(...(inScripts?.found ?? []).map((name) => `a secret is in ${name}`))
  for (const [address, asked] of [
    ['/rest/v1/no_such_table', {}],
    ['/rest/v1/profiles?select=(((', {}],
    [
      '/auth/v1/token?grant_type=password',
      { method: 'POST', body: '{broken', headers: { 'content-type': 'application/json' } },
    ],
    ['/functions/v1/none', { method: 'POST', body: {} }],
    ['/storage/v1/object/none/%00', {}],
  ] as const) {
    const { text } = await site.ask(address, asked)
    if (INSIDE.test(text)) wrong.push(`the error of ${address} tells of the program`)
  }
  if (!inScripts && wrong.length === 0) return skipped('not_built')
  return noneOf(wrong, 'A secret is weak or shown', { files: names.length, scripts: inScripts?.scripts ?? 0 })
}

import fs from 'node:fs/promises'
import path from 'node:path'
import { BUILD_FOLDER } from '../http/site-documents.ts'

/** Keys of payment providers, and secret keys of this product. */
const SECRET = /\b(?:sk|rk)_(?:live|test)_\w{8,}|\bwhsec_\w{8,}|\bsb_secret_\w{8,}|-----BEGIN [A-Z ]*PRIVATE KEY/

/** Scripts of the pages that hold what must stay secret, by name; undefined where there is no build. */
export async function secretsInScripts(): Promise<{ found: string[]; scripts: number } | undefined> {
  const folder = path.join(BUILD_FOLDER, 'assets')
  const names = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith('.js'))
  if (names.length === 0) return undefined
  const found: string[] = []
  for (const name of names) if (SECRET.test(await fs.readFile(path.join(folder, name), 'utf8'))) found.push(name)
  return { found, scripts: names.length }
}

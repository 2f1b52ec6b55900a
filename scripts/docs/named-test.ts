import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Whether a file of tests has a test, or a group of them, with this title. */
export function hasTest(file: string, title: string): boolean {
  if (!/\.(test|spec)\.tsx?$/.test(file) || !fs.existsSync(path.join(root, file))) return false
  const text = fs.readFileSync(path.join(root, file), 'utf8').replaceAll(String.raw`\'`, `'`)
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
}

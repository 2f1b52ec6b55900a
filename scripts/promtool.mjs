// Plain JavaScript for Node >= 20.10, as `prepare.mjs`, which imports it.
import fs from 'node:fs'
import path from 'node:path'
import { unpackedAt } from './debian-packages.mjs'

/** The program that checks metrics and rules of alerts; undefined when there is none. */
export function findPromtool() {
  return ['/usr/bin/promtool', path.join(unpackedAt('prometheus'), 'usr/bin/promtool')].find((file) =>
    fs.existsSync(file),
  )
}

// Plain JavaScript for Node >= 20.10, as `prepare.mjs`, which imports it.
import fs from 'node:fs'
import path from 'node:path'
import { unpackedAt } from './debian-packages.mjs'

/** Where Debian has the program of each proxy that `examples/proxies` is for, and which libraries it brings. */
export const PROXIES = {
  nginx: { file: 'usr/sbin/nginx', packages: ['nginx'] },
  haproxy: {
    file: 'usr/sbin/haproxy',
    packages: ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
  },
  caddy: { file: 'usr/bin/caddy', packages: ['caddy'] },
}

/** The program of a proxy, and the folder whose libraries it needs; undefined when there is none. */
export function findProxy(name) {
  const root = ['/', unpackedAt(name)].find((folder) => fs.existsSync(path.join(folder, PROXIES[name].file)))
  return (
    root && { command: path.join(root, PROXIES[name].file), libraries: path.join(root, 'usr/lib/x86_64-linux-gnu') }
  )
}

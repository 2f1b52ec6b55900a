import fs from 'node:fs'
import path from 'node:path'
import type { ProxyName } from '../../scripts/proxies.mjs'
import { ROOT } from '../support/server/server-process.ts'

type Setup = { folder: string; port: number; servers: readonly string[] }

/** Of an example what an operator changes, and TLS away. @throws {Error} when the example says something else by now. */
function changed(example: string, changes: readonly (readonly [from: string | RegExp, to: string])[]): string {
  let text = fs.readFileSync(path.join(ROOT, 'examples/proxies', example), 'utf8')
  for (const [from, to] of changes) {
    const next = text.replace(from, () => to)
    if (next === text) throw new Error(`${example} has no ${String(from)}`)
    text = next
  }
  return text
}

function written(folder: string, name: string, text: string): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, `${text}\n`)
  return file
}

/** By program: writes the example for these servers into the folder. @returns the words that start it. */
export const balancerConfigs: Readonly<Record<ProxyName, (setup: Setup) => string[]>> = {
  haproxy({ folder, port, servers }) {
    const text = changed('haproxy.cfg', [
      [/bind :443 .*/, `bind 127.0.0.1:${port}`],
      ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
      [/ *server one .*/, servers.map((one, index) => `    server node${index} ${one}`).join('\n')],
    ])
    return ['-db', '-f', written(folder, 'haproxy.cfg', text)]
  },

  nginx({ folder, port, servers }) {
    const line = / *server 127\.0\.0\.1:3000(.*);/
    const settings = line.exec(changed('nginx.conf', []))?.[1] ?? ''
    const site = changed('nginx.conf', [
      [line, servers.map((one) => `    server ${one}${settings};`).join('\n')],
      [/listen 443 .*/, `listen 127.0.0.1:${port};`],
      [/ *ssl_certificate .*/, ''],
      [/ *ssl_certificate_key .*/, ''],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder};`)
    const text = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site}\n}`
    return ['-p', folder, '-c', written(folder, 'nginx.conf', text), '-g', 'daemon off; master_process off;']
  },

  caddy({ folder, port, servers }) {
    const site = changed('Caddyfile', [
      ['reverse_proxy 127.0.0.1:3000', `reverse_proxy ${servers.join(' ')}`],
      ['files.example.org {', `http://127.0.0.1:${port} {`],
    ])
    const file = written(folder, 'Caddyfile', `{\n\tadmin off\n}\n${site}`)
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
}

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'
import { makeFolder } from './files.ts'
import { freePort } from './ports.ts'
import { descendants, startProcess } from './processes.ts'

export type Nginx = { url: string; secureUrl: string | undefined; processes: () => number[] }

/** Where nginx is, if it is installed: `apt-get install nginx-light` on Debian. */
export function findNginx(): string | undefined {
  return ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((file) => fs.existsSync(file))
}

/** Why there is no row for nginx, as a note; nothing when there is one. */
export function nginxNotes(): string[] {
  return findNginx() ? [] : ['nginx is not installed, so its rows are missing (Debian: `apt-get install nginx-light`).']
}

/**
 * Starts nginx with one worker: PUT writes below `root`, GET answers from there with sendfile.
 * @returns undefined when it is not installed.
 */
export async function startNginx(root: string, certificate?: Certificate): Promise<Nginx | undefined> {
  const program = findNginx()
  if (!program) return undefined
  // Beside the root: a finished body is renamed into it, not copied.
  const state = makeFolder('nginx', path.dirname(root))
  const port = await freePort()
  const securePort = certificate ? await freePort() : undefined
  const file = path.join(state, 'nginx.conf')
  fs.writeFileSync(file, configuration({ root, state, port, securePort, certificate }))
  execFileSync(program, ['-t', '-q', '-c', file, '-p', state], { stdio: ['ignore', 'ignore', 'inherit'] })
  const { id } = await startProcess([program, '-c', file, '-p', state, '-e', 'stderr'], '')
  const url = `http://127.0.0.1:${port}`
  await untilAnswering(url)
  return {
    url,
    secureUrl: securePort ? `https://localhost:${securePort}` : undefined,
    processes: () => [id, ...descendants(id)],
  }
}

type Settings = {
  root: string
  state: string
  port: number
  securePort: number | undefined
  certificate: Certificate | undefined
}

function configuration({ root, state, port, securePort, certificate }: Settings): string {
  const tls =
    securePort && certificate
      ? `listen 127.0.0.1:${securePort} ssl; ssl_protocols TLSv1.3; ssl_certificate ${certificate.certFile}; ssl_certificate_key ${certificate.keyFile};`
      : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path.join(state, name)};`)
    .join('\n  ')
  // Files of this run belong to the user who started it.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user}
daemon off;
worker_processes 1;
pid ${path.join(state, 'nginx.pid')};
error_log stderr warn;
events { worker_connections 64; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_max_body_size 0;
  ${temporary}
  server {
    listen 127.0.0.1:${port};
    ${tls}
    root ${root};
    dav_methods PUT;
  }
}
`
}

async function untilAnswering(url: string): Promise<void> {
  const TRIES = 100
  for (let attempt = 1; ; attempt++) {
    try {
      await fetch(url)
      return
    } catch (error) {
      if (attempt === TRIES) throw error
      await sleep(30)
    }
  }
}

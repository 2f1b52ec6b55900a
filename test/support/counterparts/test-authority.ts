import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** An authority that is known to nobody, and a certificate of it for this machine; in PEM. */
export type TestAuthority = {
  folder: string
  ca: string
  cert: string
  key: string
  files: { ca: string; cert: string; key: string }
}

/** @param names for whom the certificate is, as OpenSSL writes them. */
export function createAuthority(names = 'DNS:localhost,DNS:receiver.example.test,IP:127.0.0.1'): TestAuthority {
  const folder = fs.mkdtempSync(path.join(inject('runFolder'), 'authority-'))
  // Receivers that give up their rights read it as well.
  fs.chmodSync(folder, 0o755)
  const file = (name: string) => path.join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    file('ca-key.pem'),
    '-out',
    file('ca.pem'),
    '-subj',
    '/CN=Test authority',
  )
  const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca-key.pem'), '-addext', `subjectAltName=${names}`]
  openssl(
    'req',
    '-x509',
    ...newKey,
    ...signed,
    '-keyout',
    file('key.pem'),
    '-out',
    file('cert.pem'),
    '-subj',
    '/CN=localhost',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  )
  fs.chmodSync(file('key.pem'), 0o644)
  const read = (name: string) => fs.readFileSync(file(name), 'utf8')
  return {
    folder,
    ca: read('ca.pem'),
    cert: read('cert.pem'),
    key: read('key.pem'),
    files: { ca: file('ca.pem'), cert: file('cert.pem'), key: file('key.pem') },
  }
}

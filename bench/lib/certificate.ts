import { X509Certificate, createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { runProgram } from './processes.ts'

/** A certificate for localhost that nobody but this run trusts. */
export type Certificate = {
  certFile: string
  keyFile: string
  /** SHA-256 of the public key, base64: what Chromium has to trust. */
  spki: string
}

/** Makes one with `openssl req`. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const certFile = path.join(folder, 'cert.pem')
  const keyFile = path.join(folder, 'key.pem')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  await runProgram('openssl', ['req', '-x509', '-days', '2', ...key, ...names, '-out', certFile])
  const { publicKey } = new X509Certificate(fs.readFileSync(certFile))
  const spki = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return { certFile, keyFile, spki }
}

/** Runs `work` while `fetch` takes any certificate: Node does not trust that of this run. */
export async function withoutCertificateCheck<T>(work: () => Promise<T>): Promise<T> {
  const name = 'NODE_TLS_REJECT_UNAUTHORIZED'
  const before = process.env[name]
  process.env[name] = '0'
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
}

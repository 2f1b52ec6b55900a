// Plain JavaScript for Node >= 20.10, as `prepare.mjs`, which imports it.
import { spawnSync } from 'node:child_process'
import { laterProgram, unpackLater } from './later-debian.mjs'

/** The first openssl of Debian that has ML-KEM and ML-DSA, and what it needs to run on an earlier release. */
const OPENSSL = {
  name: 'openssl',
  file: 'usr/bin/openssl',
  packages: ['openssl', 'libssl3t64', 'libc6', 'libzstd1', 'zlib1g'],
  settings: ['OPENSSL_CONF="$here/root/etc/ssl/openssl.cnf"', 'export OPENSSL_CONF'],
}

/** The first openssl that has ML-KEM and ML-DSA, which is 3.5 or newer; undefined when there is none. */
export function findOpenssl() {
  return [process.env.OPENSSL, 'openssl', laterProgram(OPENSSL.name)].find(
    (command) =>
      command &&
      lists(command, '-kem-algorithms', 'ML-KEM-512') &&
      lists(command, '-signature-algorithms', 'ML-DSA-44'),
  )
}

function lists(command, which, name) {
  const { status, stdout } = spawnSync(command, ['list', which], { encoding: 'utf8' })
  return status === 0 && stdout.includes(name)
}

/** Unpacks it where Debian has it. */
export const unpackOpenssl = () => unpackLater(OPENSSL)

import { spawnSync } from 'node:child_process'

/** The first Python that has pyca/cryptography, which `tools/decrypt.py` needs and nothing else; undefined when there is none. */
export function findPython() {
  return ['/usr/bin/python3', 'python3'].find(
    (command) => spawnSync(command, ['-c', 'import cryptography'], { stdio: 'ignore' }).status === 0,
  )
}

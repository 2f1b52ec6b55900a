import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { rotateSigningKeys, SIGNING_ALGORITHMS } from '../signing-keys.ts'

const USAGE = `Puts a new key in front of the keys that sign access tokens.

  npm run rotate-keys [-- --algorithm ${SIGNING_ALGORITHMS.join('|')}]

The server signs with it from its next start. Earlier keys stay valid until their last token has expired.`

const { values } = parseArgs({
  options: { algorithm: { type: 'string', default: 'ES256' }, help: { type: 'boolean', default: false } },
})
const algorithm = SIGNING_ALGORITHMS.find((known) => known === values.algorithm)
if (values.help || !algorithm) {
  console.error(USAGE)
  process.exit(values.help ? 0 : 1)
}

try {
  const { kid, listed } = await rotateSigningKeys(readConfig(process.env).dataDir, { algorithm })
  console.log(`New ${algorithm} key ${kid}; ${listed} keys are listed now. Restart the server to sign with it.`)
} catch (error) {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  console.error(isMissing ? 'There are no keys yet: start the server once.' : error)
  process.exit(1)
}

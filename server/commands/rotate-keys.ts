import { readConfig } from '../config.ts'
import { rotateSigningKeys, SIGNING_ALGORITHMS } from '../signing-keys.ts'
import { withSecrets } from './reach-secrets.ts'
import { NotUnderstood, readWords, runCommand } from './run-command.ts'

const USAGE = `Puts a new key in front of the keys that sign access tokens.

  npm run rotate-keys [-- --algorithm ${SIGNING_ALGORITHMS.join('|')}]

The server signs with it from its next start; with SECRETS_KEY, all nodes do after ten minutes, without one. Earlier keys stay valid
until their last token has expired.`

const { values } = readWords(
  { options: { algorithm: { type: 'string', default: 'ES256' }, help: { type: 'boolean', default: false } } },
  USAGE,
)

await runCommand(USAGE, async () => {
  if (values.help) return console.log(USAGE)
  const algorithm = SIGNING_ALGORITHMS.find((known) => known === values.algorithm)
  if (!algorithm) throw new NotUnderstood(`--algorithm takes ${SIGNING_ALGORITHMS.join(', ')}.`)
  const config = readConfig(process.env)
  const { kid, listed } = await withSecrets(config, (secrets) => rotateSigningKeys(secrets, { algorithm }))
  const next = config.secretsKey
    ? 'All nodes that run list it within seconds, and sign with it after ten minutes.'
    : 'Restart the server to sign with it.'
  console.log(`New ${algorithm} key ${kid}; ${listed === 1 ? '1 key is' : `${listed} keys are`} listed now. ${next}`)
})

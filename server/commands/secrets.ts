import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { readConfig } from '../config.ts'
import type { SecretStore } from '../secret-store/secret-store.ts'
import { SecretTable } from '../secret-store/secret-table.ts'
import { refuseDamaged } from '../secrets.ts'
import { withSecrets } from './reach-secrets.ts'
import { NotUnderstood, readWords, runCommand, unknownCommand } from './run-command.ts'

const USAGE = `The secrets of an installation: in DATA_DIR, or with SECRETS_KEY in its database, for all nodes.

  npm run -s secrets -- new-key       prints a new SECRETS_KEY; keep it where every node reads it, and in a safe place
  npm run -s secrets -- list          names the secrets and says where they lie
  npm run -s secrets -- show <name>   prints one, such as secret-key
  npm run -s secrets -- set <name>    replaces one by what comes on standard input
  npm run -s secrets -- remove <name> removes one; the next start makes a new one
  npm run -s secrets -- reseal        seals those of the database with the new SECRETS_KEY that comes on standard input

Servers that run take over signing-keys.json only, and only with SECRETS_KEY; anything else from their next start.`

const { values, positionals } = readWords(
  { allowPositionals: true, options: { help: { type: 'boolean', default: false } } },
  USAGE,
)

/** What is done to one secret. */
const OF_ONE: Readonly<Record<string, (name: string) => Promise<void>>> = { show, set, remove }

await runCommand(USAGE, async () => {
  const [command = '', name, ...more] = positionals
  if (values.help) return console.log(USAGE)
  const ofOne = Object.hasOwn(OF_ONE, command) ? OF_ONE[command] : undefined
  if (ofOne && name === undefined) throw new NotUnderstood(`${command} takes the name of a secret.`)
  if (ofOne && name !== undefined && more.length === 0) return ofOne(name)
  if (name !== undefined) throw unknownCommand(positionals)
  if (command === 'new-key') return console.log(randomBytes(32).toString('base64'))
  if (command === 'list') return list()
  if (command === 'reseal') return reseal()
  throw unknownCommand(positionals)
})

async function list(): Promise<void> {
  await withSecrets(readConfig(process.env), async (secrets) => {
    const names = await secrets.names()
    for (const one of names) console.log(one)
    console.error(names.length === 0 ? `There are none in ${secrets.place}.` : `They lie in ${secrets.place}.`)
  })
}

async function show(name: string): Promise<void> {
  await withSecrets(readConfig(process.env), async (secrets) => {
    await requireKnown(secrets, name)
    console.log(await secrets.read(name))
  })
}

/** Only what is there: a name with a typing mistake would change nothing, and look as if it had. */
async function set(name: string): Promise<void> {
  const given = (await text(process.stdin)).trim()
  if (given === '') throw new Error('Nothing came on standard input.')
  await withSecrets(readConfig(process.env), async (secrets) => {
    await requireKnown(secrets, name)
    await refuseDamaged(name, given)
    await secrets.replace(name, () => given)
  })
}

async function remove(name: string): Promise<void> {
  await withSecrets(readConfig(process.env), async (secrets) => {
    await requireKnown(secrets, name)
    await secrets.remove(name)
  })
}

async function reseal(): Promise<void> {
  const key = readConfig({ SECRETS_KEY: await text(process.stdin) }).secretsKey
  await withSecrets(readConfig(process.env), async (secrets) => {
    if (!(secrets instanceof SecretTable)) throw new Error(`The secrets lie in ${secrets.place}, not in the database.`)
    if (!key) throw new Error('Nothing came on standard input.')
    await secrets.reseal(key)
    console.log('Give every node the new SECRETS_KEY before its next start.')
  })
}

async function requireKnown(secrets: SecretStore, name: string): Promise<void> {
  if (!(await secrets.names()).includes(name)) throw new Error(`There is no ${name} in ${secrets.place}.`)
}
